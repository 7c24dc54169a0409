// Loops that go round for ever because nobody says stop: a thread that waits and
// counts how long, in a variable that is used later.
//
// No two of its rounds are the same, so that none can be left out, and a search
// would look at one execution for each number of rounds. It is better told after
// a second than after an hour: the loop asks after many rounds, and if its
// thread has done the same again and again, the execution is cut, and the check
// begins anew with a bound on this loop (cli/check.cpp).
#pragma once

#include <algorithm>
#include <vector>

#include "core/event_log.h"

namespace heddle::runtime {

// Whether the thread's last events are few different ones: accesses from the same
// places in the code to the same memory. A thread that goes through a list comes
// to other memory in each round.
bool repeatsItself(const core::EventLog& trace, ThreadId thread);

// Loops that repeat themselves anyhow. Hardly anybody comes in between in the
// first execution of a search: what a thread repeats there, and then ends, is its
// work.
class LongLoops {
 public:
  // Whether a loop that repeats itself is a reason to cut the execution.
  bool isNew(SiteId loop) {
    if (isFirst_) known_.push_back(loop);
    return std::ranges::find(known_, loop) == known_.end();
  }
  // The first execution has become too long: the loop that is to blame, or 0.
  SiteId endless() const { return isFirst_ && !known_.empty() ? known_.back() : 0; }
  void endExecution() { isFirst_ = false; }

 private:
  bool isFirst_ = true;
  std::vector<SiteId> known_;
};

}  // namespace heddle::runtime
