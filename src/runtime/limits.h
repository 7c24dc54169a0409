// What ends executions that would be too long, or never end: limits on visible
// operations and on iterations, bounds that the user sets.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/evidence.h"
#include "runtime/loops/repetition.h"
#include "runtime/options.h"
#include "runtime/verdicts.h"

namespace heddle::runtime {

class Limits {
 public:
  Limits(Running& run, const Sites& sites, Verdicts& verdicts, const Options& options)
      : run_(run), sites_(sites), verdicts_(verdicts), options_(options) {}

  void restart();
  void endExecution() { longLoops_.endExecution(); }

  // The trace has no room left: makes some, or cuts the execution.
  void lookAtTrace(SiteId site);
  // A loop has used up its budget: goes on, or cuts the execution.
  void lookAtBudget(SiteId site);
  // A loop has run more often than it may: the thread stops, the others go on.
  void stopAtBound(SiteId site, unsigned iterations);
  // A thread is about to start another one: if it has started as many as it may, it stops, the others go on.
  void lookAtThreads(SiteId site);
  // There are more threads than there is room for. `why` makes the text when nothing breaks off before it is used: who
  // is broken off frees nothing.
  template <typename Why>
  [[noreturn]] void tooManyThreads(SiteId site, const Why& why) {
    if (options_.boundThreads == 0) verdicts_.requireLoopsOnSlice(site);
    boundThreads(why(), site);
  }
  // A loop without a bound has run many iterations: goes on, or cuts the execution.
  void watchIterations(SiteId site, std::uint64_t look);
  // The execution must stop, and has not seen it for long.
  [[noreturn]] void stopNow(SiteId site);

  // As core::Program has them.
  void addEvidence(core::Evidence& evidence) const { longLoops_.addEvidence(evidence); }
  bool takeIn(const core::Evidence& evidence) { return longLoops_.takeIn(evidence); }

 private:
  [[noreturn]] void boundThreads(std::string why, SiteId site);
  // So many back edges, or events, are taken between two looks.
  static constexpr std::int64_t kBudget = 1 << 20;
  static constexpr std::size_t kEventsBetweenLooks = 4096;

  [[noreturn]] void cutInLoop(SiteId site, std::string why);
  void stopIfAsked(SiteId site);
  void noteBound(SiteId site, const std::string& bound);

  Running& run_;
  const Sites& sites_;
  Verdicts& verdicts_;
  const Options& options_;
  LongLoops longLoops_;
  std::int64_t loops_ = 0;  // back edges taken since event number loopsSince_, in whole budgets
  std::size_t loopsSince_ = 0;
};

}  // namespace heddle::runtime
