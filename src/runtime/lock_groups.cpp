#include "runtime/lock_groups.h"

#include <algorithm>

namespace heddle::runtime {
namespace {

bool contains(const std::vector<Address>& locks, Address lock) { return std::ranges::find(locks, lock) != locks.end(); }

}  // namespace

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

bool GroupedLocks::isBrokenBy(const core::Evidence& evidence) {
  GroupedLocks all;
  return std::ranges::any_of(core::factsOf(evidence, core::Assumption::UnobservedLocks), [&](const core::Fact& fact) {
    const auto thread = static_cast<ThreadId>(fact[2]);
    return !(fact[0] != 0 ? all.noteTry(fact[1], thread) : all.noteGroup(fact[1], thread));
  });
}

void LockGroups::begin(std::span<const Address> locks, const Op& first) {
  memory_.lookAtWord(first, /*writes=*/false);
  const InHeddle guard;
  isUsed_ = true;
  groupOfRunning().locks.assign(locks.begin(), locks.end());
  for (const Address lock : locks)
    if (!run_.isTrial && !locks_.noteGroup(lock, run_.current->id)) observe(first.site);
}

void LockGroups::obtain(Address lock) {
  const InHeddle guard;
  groupOfRunning().obtained.push_back(lock);
}

void LockGroups::end() { groupOfRunning().clear(); }

void LockGroups::noteTry(Address lock, SiteId site) {
  const InHeddle guard;
  if (!run_.isTrial && !locks_.noteTry(lock, run_.current->id)) observe(site);
}

void LockGroups::observe(SiteId site) {
  verdicts_.breakOff({core::Assumption::UnobservedLocks, site, "a lock that std::lock takes is tried"});
}

bool LockGroups::holdUp() const {
  const auto isWaiting = [&](ThreadId t) { return run_.execution.threads[t].status == core::ThreadStatus::Ready; };
  // Held by another thread than t, and not only for a group.
  const auto isTaken = [&](Address lock, ThreadId t) {
    for (ThreadId other = 0; other < run_.execution.threads.size(); ++other) {
      if (other == t || run_.execution.threads[other].status == core::ThreadStatus::Absent) continue;
      if (run_.threads[other].held.contains(lock) && !contains(groups_[other].obtained, lock)) return true;
    }
    return false;
  };
  const auto isObtained = [&](Address lock, ThreadId t) {
    for (ThreadId other = 0; other < run_.execution.threads.size(); ++other)
      if (other != t && isWaiting(other) && contains(groups_[other].obtained, lock)) return true;
    return false;
  };
  for (ThreadId t = 0; t < run_.execution.threads.size(); ++t) {
    if (!isWaiting(t)) continue;
    const std::vector<Address>& locks = groups_[t].locks;
    if (!locks.empty()) {
      if (std::ranges::none_of(locks, [&](Address lock) { return isTaken(lock, t); })) return true;
    } else if (const Op& op = run_.execution.threads[t].pending;
               core::touchesMemory(op.kind) && isObtained(op.addr, t) && !isTaken(op.addr, t)) {
      return true;
    }
  }
  return false;
}

}  // namespace heddle::runtime
