// Livelocks that are not plain to see.
//
// A thread that was stopped because an iteration of its loop has no effect, or that
// waits in the middle of such an iteration, may have read too early: the program's
// loop would iterate once more. So when nobody can go on, that is tried: the
// thread is let go on, alone. If it stops at the same place again and again,
// whole iterations were run in the memory as it is now. An iteration may carry what it
// found into the next one (a failed compare-exchange does); once two of them
// asked for and found the same, so does the next one: the program does so for
// ever. What it reads by plain accesses counts too: others cannot change that
// without a data race, and nobody goes on. If the thread gets anywhere else,
// this is no livelock; what follows then is explored in an execution in which
// it reads later.
//
// An iteration that changes something and undoes it could let another thread go on
// in between. If it lets one go on who waits, this is no livelock. The others who
// spin are tried again in the memory as it is in the middle of the iteration: if one of
// them gets anywhere, this is no livelock either. If each of them just iterates
// there, in the same loop, and does not read what others change, or reads it once and changes nothing itself, then they
// iterate for ever in whatever order: never are two in the middle of their iterations, if whoever changes a word does
// so when it first reads it. Nor does it matter what they find where no loop has a way out (an assumption that does
// not hold is none: that execution is not the program's).
//
// Where this is not found out within the limits below, the execution is cut: it is
// not known to be harmless. The user's bounds on loops do not hold here.
//
// The execution is over when this happens, but the search still reads it and
// the memory. So all that it can see is put back: the thread's state, the
// trace, and what its steps wrote, plain stores among them (an iteration without
// effect may have some: analysis/loops/repeated_stores.h). The thread does not get
// after anything else that could be seen: a copy to memory that others can
// reach, an allocation, the start or end of a thread, a violation. What is left
// is the thread's own: its stack, its clock. The next execution starts these
// anew.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "runtime/loops/lone_scheduler.h"
#include "runtime/recording.h"

namespace heddle::runtime {

class Livelocks {
 public:
  Livelocks(Running& run, const Sites& sites, Ends& ends, Trial& trial, Recording& recording)
      : run_(run), sites_(sites), ends_(ends), trial_(trial), recording_(recording) {}

  void restart() {
    if (!looks_.empty()) looks_.clear();
  }
  // Of an execution that has ended with threads that may have read too early.
  void find();
  // What a thread that spins reads in an iteration, if that was found out.
  std::vector<Op> looksOf(ThreadId t) const {
    const auto found = looks_.find(t);
    return found == looks_.end() ? std::vector<Op>() : found->second;
  }

 private:
  enum class SpinVerdict : std::uint8_t { ForEver, NotForEver, Unknown };
  // A thread that spins in a loop, and what was found out about it last.
  struct Spinning {
    ThreadId thread;
    core::ThreadState state;  // where it stands
    bool endedIteration;
    std::vector<Contents> middles = {};  // how the memory looks in its iterations
    Contents around = {};                // what others change in theirs
    unsigned looks = 0;                  // how often it reads that
    bool looksBeforeChanges = false;     // at what it then changes
    bool changesBlindly = false;         // what others may be in the middle of changing
    bool waits = false;                  // it has come to a lock that it does not get
    std::set<LoopPlace> loops = {};      // that it stops in
    bool isLost = false;                 // it cannot be tried any more
  };

  SpinVerdict spinsForEver(Spinning& spinning);
  SpinVerdict spinsForEverIn(const Contents& middle, Spinning& spinning);
  SpinVerdict spinTogether(std::vector<Spinning>& spinning);
  bool isWaitedFor(const std::vector<Spinning>& spinning) const;
  void undo(std::size_t from);

  Running& run_;
  const Sites& sites_;
  Ends& ends_;
  Trial& trial_;
  Recording& recording_;
  std::map<ThreadId, std::vector<Op>> looks_;
};

}  // namespace heddle::runtime
