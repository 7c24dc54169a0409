// Threads that take several locks together (lock_groups.h).
#include <algorithm>

#include "runtime/engine.h"

namespace heddle::runtime {
namespace {

bool contains(const std::vector<Address>& locks, Address lock) { return std::ranges::find(locks, lock) != locks.end(); }

}  // namespace

void Engine::beginGroup(std::span<const Address> locks, const Op& first) {
  lookAtWord(first, /*writes=*/false);
  const InHeddle guard;
  current_->group.locks.assign(locks.begin(), locks.end());
  for (const Address lock : locks)
    if (!retrying_ && !groupedLocks_.noteGroup(lock, current_->id)) observeGroup(first.site);
}

void Engine::obtainInGroup(Address lock) {
  const InHeddle guard;
  current_->group.obtained.push_back(lock);
}

void Engine::endGroup() {
  current_->group.locks.clear();
  current_->group.obtained.clear();
}

void Engine::noteTry(Address lock, SiteId site) {
  const InHeddle guard;
  if (!retrying_ && !groupedLocks_.noteTry(lock, current_->id)) observeGroup(site);
}

void Engine::observeGroup(SiteId site) {
  breakOff({core::Assumption::UnobservedLocks, site, "a lock that std::lock takes is tried"});
}

// Whether somebody could go on if all threads gave back what they have obtained of groups.
bool Engine::isHeldUpByGroups() const {
  const auto isWaiting = [&](ThreadId t) { return execution_.threads[t].status == core::ThreadStatus::Ready; };
  // Held by another thread than t, and not only for a group.
  const auto isTaken = [&](Address lock, ThreadId t) {
    for (ThreadId other = 0; other < execution_.threads.size(); ++other) {
      if (other == t || execution_.threads[other].status == core::ThreadStatus::Absent) continue;
      if (contains(threads_[other].held, lock) && !contains(threads_[other].group.obtained, lock)) return true;
    }
    return false;
  };
  const auto isObtained = [&](Address lock, ThreadId t) {
    for (ThreadId other = 0; other < execution_.threads.size(); ++other)
      if (other != t && isWaiting(other) && contains(threads_[other].group.obtained, lock)) return true;
    return false;
  };
  for (ThreadId t = 0; t < execution_.threads.size(); ++t) {
    if (!isWaiting(t)) continue;
    const std::vector<Address>& locks = threads_[t].group.locks;
    if (!locks.empty()) {
      if (std::ranges::none_of(locks, [&](Address lock) { return isTaken(lock, t); })) return true;
    } else if (const Op& op = execution_.threads[t].pending;
               core::touchesMemory(op.kind) && isObtained(op.addr, t) && !isTaken(op.addr, t)) {
      return true;
    }
  }
  return false;
}

}  // namespace heddle::runtime
