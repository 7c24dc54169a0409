#include "explore/estimate/trace_branches.h"

#include <algorithm>

namespace heddle::explore {

void TraceBranches::begin(const Branch* branch) {
  truncate(0);
  if (branch == nullptr) return;
  const auto& level = *static_cast<const Level*>(branch->from.get());
  start(level, level.children[branch->which]);
}

std::vector<Branch> TraceBranches::takeBranches(bool) {
  if (levels_.empty()) return {};
  Level level = std::move(levels_.back());
  levels_.clear();
  // Each value of a choice is a branch of its own.
  for (std::size_t i = 0; i < level.children.size(); ++i) {
    if (level.children[i].valuesLeft == 0) continue;
    Child next = level.children[i];
    level.children[i].valuesLeft = 0;
    --next.valuesLeft;
    ++next.head.choice;
    level.children.push_back(std::move(next));
  }
  const auto kept = std::make_shared<const Level>(std::move(level));
  const auto steps = static_cast<std::uint32_t>(kept->path.size());
  std::vector<Branch> branches;
  for (std::size_t i = 0; i < kept->children.size(); ++i) {
    const Head& head = kept->children[i].mark;
    branches.push_back({.from = kept, .which = i, .room = steps - std::min(steps, head.position), .kind = head.thread});
  }
  return branches;
}

}  // namespace heddle::explore
