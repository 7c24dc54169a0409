// How an execution has ended in which nobody goes on, or which the scheduler has
// stopped: complete, blocked, in a deadlock or a livelock that is plain to see.
#pragma once

#include "runtime/lock_groups.h"
#include "runtime/loops/trial.h"
#include "runtime/memory.h"

namespace heddle::runtime {

class Ends {
 public:
  Ends(Running& run, const Sites& sites, Memory& memory, Verdicts& verdicts, const LockGroups& groups)
      : run_(run), sites_(sites), memory_(memory), verdicts_(verdicts), groups_(groups) {}

  // Of an execution that has not ended otherwise. Whether threads are blocked
  // that may have read too early (loops/livelocks.h).
  bool conclude();

  // Whether the thread's pending op stands for a loop of the program that waits.
  bool waitsInLoop(ThreadId t) const;
  // Whether the thread spins in a loop.
  bool spins(ThreadId t) const { return waitsInLoop(t) || run_.endedIteration(t); }
  // Whether each thread is in a loop that nothing leads out of, or joins another.
  bool nobodyCanLeave() const;
  // Nobody can go on: says who is to blame.
  void explainDeadlock();

 private:
  bool takesAllAlong() const;
  bool waitsInLibrary(ThreadId t) const;
  bool checkWaiters();
  bool waitsForSpinning(ThreadId t) const;

  Running& run_;
  const Sites& sites_;
  Memory& memory_;
  Verdicts& verdicts_;
  const LockGroups& groups_;
};

}  // namespace heddle::runtime
