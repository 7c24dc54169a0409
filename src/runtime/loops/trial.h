// Plain accesses of a thread that is tried again after the end (livelocks.h).
// They are no events, so that they are kept here: to compare what iterations
// read, and to roll back what they wrote.
#pragma once

#include <vector>

#include "runtime/running.h"
#include "runtime/sites.h"

namespace heddle::runtime {

class Trial {
 public:
  Trial(Running& run, const Sites& sites) : run_(run), sites_(sites) {}

  void notePlainRead(Address addr, std::uint64_t bytes, SiteId site);
  // Before it takes place.
  void notePlainStore(Op op);

  // With the values in `a`, and in `b` what was overwritten.
  const std::vector<Op>& plainSteps() const { return plainSteps_; }
  void clear() { plainSteps_.clear(); }
  void rollBack();

  // The running thread cannot be let go on any further.
  [[noreturn]] void giveUp();
  core::StopReason notFoundOut(ThreadId t) const;

 private:
  Running& run_;
  const Sites& sites_;
  std::vector<Op> plainSteps_;
};

// The loop that the thread is in.
SiteId loopOf(const Running& run, const Sites& sites, ThreadId t);

}  // namespace heddle::runtime
