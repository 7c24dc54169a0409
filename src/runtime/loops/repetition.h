// Loops that iterate for ever because nobody says stop: a thread that waits and
// counts how long, in a variable that is used later.
//
// No two of its iterations are the same, so that none can be left out, and a search
// would run one execution for each number of iterations. It is better reported after
// a second than after an hour: the execution is cut, and the check restarts with
// a bound on this loop (check/restarts.cpp).
//
// A loop that works, however long, is not meant: it does not have another number
// of iterations in each execution.
#pragma once

#include <cstdint>
#include <vector>

#include "core/event_log.h"
#include "core/evidence.h"

namespace heddle::runtime {

// Whether the thread's last events are few different ones: accesses from the same
// places in the code to the same memory. A thread that goes through a list comes
// to other memory in each iteration.
bool repeatsItself(const core::EventLog& trace, ThreadId thread);

// How often loops have iterated in the executions of a search. They are examined
// once in so many iterations.
class LongLoops {
 public:
  // At the `look`-th look since the loop was entered, from 1: whether these are many.
  bool isLong(SiteId site, std::uint64_t look);
  // In such an execution, by a thread that repeats itself: whether there were fewer in other executions, and nearly
  // every number of them: one by one it has become more, and will go on like that.
  bool grows(SiteId site);
  // The loop that was long last in this execution; 0: none.
  SiteId last() const { return last_; }
  void endExecution();

  void addEvidence(core::Evidence& evidence) const;
  // False: it makes no sense.
  bool takeIn(const core::Evidence& evidence);
  static bool isBrokenBy(const core::Evidence& evidence);

 private:
  static constexpr unsigned kManyLooks = 16;
  static constexpr int kMostOfThem = 12;
  static constexpr std::uint32_t kAskedBit = 1U << 31;  // of Loop::seen: `grows` was asked
  struct Loop {
    SiteId site;
    std::uint64_t looks = 0;  // in this execution: the most since it was entered
    std::uint32_t seen = 0;   // bit i: there were i in some execution
  };
  Loop& at(SiteId site);
  static bool hasGrown(std::uint32_t seen);

  std::vector<Loop> loops_;
  SiteId last_ = 0;
};

}  // namespace heddle::runtime
