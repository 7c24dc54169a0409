#include "runtime/lock_groups.h"

namespace heddle::runtime {

// A fact: whether the lock was tried, the lock, the thread.
void GroupedLocks::addEvidence(core::Evidence& evidence) const {
  for (const bool isTry : {false, true})
    for (const auto& [lock, thread] : isTry ? tried_ : grouped_)
      evidence[core::Assumption::UnobservedLocks].push_back({isTry, lock, thread});
}

bool GroupedLocks::takeIn(const core::Evidence& evidence) {
  for (const core::Fact& fact : core::factsOf(evidence, core::Assumption::UnobservedLocks)) {
    if (fact.size() != 3 || fact[0] > 1 || fact[2] >= kMaxThreads) return false;
    (fact[0] != 0 ? tried_ : grouped_).insert({fact[1], static_cast<ThreadId>(fact[2])});
  }
  return true;
}

}  // namespace heddle::runtime
