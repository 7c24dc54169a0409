// Iterations of the program's loops that may have no effect: the thread goes no
// further there. What has an effect is judged in core/iteration.h.
#pragma once

#include "core/iteration.h"
#include "runtime/stepper.h"

namespace heddle::runtime {

class Iterations {
 public:
  Iterations(Stepper& run, const Sites& sites, Memory& memory, Verdicts& verdicts, const Options& options)
      : run_(run), sites_(sites), memory_(memory), verdicts_(verdicts), options_(options) {}

  // Performs the pending op, which waits in a loop of the program.
  Value await();

  // The end of an iteration that is known to have no effect: the thread goes no
  // further, unless the iteration may hide a data race and is the first of these.
  // Comes back in that case, and when the loop is tried again after the end (livelocks.h).
  void endPure(SiteId loop, bool mayHideRace);
  // Around one of which that is known only when it is over. `begin` is what
  // begin() answered; `changed`: the thread's own state.
  std::uint64_t begin() const;
  void end(SiteId loop, std::uint64_t begin, bool changed, bool mayHideRace);
  // An iteration that is left out would have made this access.
  void ghostAccess(Address addr, SiteId site);

 private:
  core::JudgedBy judgedBy() const;
  void judge(const core::Iteration& iteration);
  bool passes(const core::Iteration& iteration);
  void stopAfter(const core::Iteration& iteration);

  Stepper& run_;
  const Sites& sites_;
  Memory& memory_;
  Verdicts& verdicts_;
  const Options& options_;
};

}  // namespace heddle::runtime
