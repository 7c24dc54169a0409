#include "explore/estimate/naive_branches.h"

namespace heddle::explore {

void NaiveBranches::begin(const Branch* branch) {
  if (branch == nullptr) return goTo({}, 0, 0);
  const auto& path = *static_cast<const Path*>(branch->from.get());
  std::size_t which = branch->which;
  std::size_t at = 0;
  for (; which >= path.frames[at].left; ++at) which -= path.frames[at].left;
  goTo(path, at, which);
}

std::vector<Branch> NaiveBranches::takeBranches(bool) {
  const auto path = std::make_shared<const Path>(takePath());
  std::uint64_t room = 0;
  for (const Frame& frame : path->frames) room += frame.left;
  std::vector<Branch> branches;
  for (const Frame& frame : path->frames) {
    room -= frame.left;
    for (std::uint64_t i = 0; i < frame.left; ++i)
      branches.push_back({.from = path, .which = branches.size(), .room = static_cast<std::uint32_t>(room)});
  }
  return branches;
}

}  // namespace heddle::explore
