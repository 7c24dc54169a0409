#include "explore/estimate/graph_branches.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace heddle::explore {

using graph::Frontier;
using graph::Option;
using graph::Pending;

namespace {

// The event from which on a branch is another execution: after the whole graph, if it has another
// alternative for the last event; a revisit takes back what came after the read.
std::size_t turnsOffAt(const Pending& pending, const Option* option) {
  if (option == nullptr) return pending.events.size();
  return option->kind == Option::Kind::Revisit ? option->a + std::size_t{1} : pending.events.size();
}

// By place: how many options there are for events from there on.
std::vector<std::uint32_t> roomsOf(const std::vector<Pending>& all) {
  std::size_t most = 0;
  for (const Pending& pending : all) most = std::max(most, pending.events.size());
  std::vector<std::uint32_t> rooms(most + 1);
  for (const Pending& pending : all)
    if (!pending.events.empty()) rooms[pending.events.size() - 1] += static_cast<std::uint32_t>(pending.options.size());
  for (std::size_t place = most; place-- > 0;) rooms[place] += rooms[place + 1];
  return rooms;
}

struct Left {
  Pending pending;  // one option of it, or none
};

}  // namespace

void GraphBranches::begin(const Branch* branch) {
  Frontier frontier = known_;
  frontier.pending = {branch != nullptr ? static_cast<const Left*>(branch->from.get())->pending : Pending{}};
  graphs_.resume(std::move(frontier));
}

std::vector<Branch> GraphBranches::takeBranches(bool more) {
  known_ = graphs_.takeFrontier();
  const std::vector<Pending> all = std::exchange(known_.pending, {});
  if (!more) return {};
  const std::vector<std::uint32_t> rooms = roomsOf(all);
  std::vector<Branch> branches;
  const auto add = [&](const Pending& pending, const Option* option) {
    Left left{{pending.events, {}, pending.displaced}};
    if (option != nullptr) left.pending.options = {*option};
    // Alternatives of an event with about as many are alike.
    branches.push_back({.from = std::make_shared<const Left>(std::move(left)),
                        .room = rooms[turnsOffAt(pending, option)],
                        .kind = static_cast<std::uint32_t>(std::bit_width(pending.options.size()))});
  };
  for (const Pending& pending : all) {
    if (pending.options.empty()) add(pending, nullptr);
    for (const Option& option : pending.options) add(pending, &option);
  }
  return branches;
}

}  // namespace heddle::explore
