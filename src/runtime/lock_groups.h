// Locks that a thread takes all or none of: std::lock.
//
// What      The library locks one, tries the others, and if one is taken gives
//           back what it has and begins again with that one. Here the thread takes one
//           after the other, in the order of their addresses, and waits for each.
// Why       Let E be an execution of the program as it is, and E' the same without
//           the attempts in vain, and with the locks of the last one taken in
//           another order. An attempt in vain puts back what it found in every word.
//           Whoever locked one of them after it reads from the write before it
//           instead; it knows less then, so that all that goes wrong shows, and
//           what goes wrong in E' is real. The order is observed by those only who
//           read from a lock of the group without writing: by a try_lock that
//           fails. If no other thread tries a lock of the group, E' is an execution
//           of what is explored here.
// Back      A thread that waits here for its second lock holds its first, which the
//           library's gives back. If nobody can go on, and somebody could if the
//           threads in such groups gave back what they have, then this is no
//           deadlock: where they have not taken it yet, the others go on, and that is
//           another execution. If nobody could, all of them wait for ever in
//           the program too.
// Observed  Locks of groups and locks that are tried are noted over all
//           executions, when a thread comes there. If there is a lock of both, by
//           different threads, core::Assumption::UnobservedLocks is broken, and the loop
//           of the library is run as it is. Nothing is missed: take the first try
//           that finds the middle of a group. What happens before both is explored here.
#pragma once

#include <array>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "core/evidence.h"
#include "runtime/memory.h"

namespace heddle::runtime {

// Which locks are grouped, and which are tried, over all executions.
class GroupedLocks {
 public:
  // False: another thread does the other with the lock.
  bool noteGroup(core::Address lock, ThreadId thread) { return note(lock, thread, grouped_, tried_); }
  bool noteTry(core::Address lock, ThreadId thread) { return note(lock, thread, tried_, grouped_); }

  void addEvidence(core::Evidence& evidence) const;
  // False: it makes no sense.
  bool takeIn(const core::Evidence& evidence);
  static bool isBrokenBy(const core::Evidence& evidence);

 private:
  using Uses = std::set<std::pair<core::Address, ThreadId>>;
  static bool note(core::Address lock, ThreadId thread, Uses& uses, const Uses& others) {
    uses.insert({lock, thread});
    for (auto other = others.lower_bound({lock, 0}); other != others.end() && other->first == lock; ++other)
      if (other->second != thread) return false;
    return true;
  }
  Uses grouped_, tried_;
};

class LockGroups {
 public:
  LockGroups(Running& run, Memory& memory, Verdicts& verdicts) : run_(run), memory_(memory), verdicts_(verdicts) {}

  void restart() {
    if (!isUsed_) return;
    isUsed_ = false;
    for (Group& group : groups_) group.clear();
  }

  // Of the running thread: which locks it is about to take, the program begins
  // with `first`; it has got one; it has all. And that it tries a lock.
  void begin(std::span<const Address> locks, const Op& first);
  void obtain(Address lock);
  void end();
  void noteTry(Address lock, SiteId site);

  // Whether somebody could go on if all threads gave back what they have obtained of groups.
  bool holdUp() const;

  // As core::Program has them.
  void addEvidence(core::Evidence& evidence) const { locks_.addEvidence(evidence); }
  bool takeIn(const core::Evidence& evidence) { return locks_.takeIn(evidence); }

 private:
  // What a thread is taking together.
  struct Group {
    std::vector<Address> locks;     // empty: it is taking none
    std::vector<Address> obtained;  // so far, which it did not hold before

    void clear() {
      locks.clear();
      obtained.clear();
    }
  };

  Group& groupOfRunning() { return groups_[run_.current->id]; }
  void observe(SiteId site);

  Running& run_;
  Memory& memory_;
  Verdicts& verdicts_;
  GroupedLocks locks_;
  bool isUsed_ = false;
  std::array<Group, kMaxThreads> groups_;
};

}  // namespace heddle::runtime
