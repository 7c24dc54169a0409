#include "runtime/recorded_stacks.h"

namespace heddle::runtime {

void RecordedStacks::clear() {
  calls_.resize(1);
  known_.clear();
  last_.clear();
}

StackId RecordedStacks::add(const core::CallStack& stack) {
  const std::uint32_t count = stack.depth > kDeep ? kKeptOfDeep : stack.depth;
  std::uint32_t same = 0;
  while (same < count && same < last_.size() && last_[same].first == stack.at(count - 1 - same)) ++same;
  last_.resize(same);
  for (std::uint32_t i = same; i < count; ++i) {
    const SiteId site = stack.at(count - 1 - i);
    const StackId caller = last_.empty() ? 0 : last_.back().second;
    const auto [entry, isNew] = known_.try_emplace({caller, site}, static_cast<StackId>(calls_.size()));
    if (isNew) calls_.push_back({site, caller});
    last_.emplace_back(site, entry->second);
  }
  return last_.empty() ? 0 : last_.back().second;
}

std::vector<SiteId> RecordedStacks::callsOf(StackId stack) const {
  std::vector<SiteId> sites;
  for (; stack != 0; stack = calls_[stack].caller) sites.push_back(calls_[stack].site);
  return sites;
}

}  // namespace heddle::runtime
