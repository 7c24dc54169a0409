#include "runtime/limits.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"

namespace heddle::runtime {

void Limits::restart() {
  hot.budget = kBudget;
  run_.execution.trace.reserve(std::min<std::size_t>(kEventsBetweenLooks, options_.eventLimit));
  loops_ = 0;
  loopsSince_ = 0;
}

void Limits::lookAtTrace(SiteId site) {
  const std::size_t events = run_.execution.trace.size();
  const bool isTooLong = events >= options_.eventLimit;
  if (isTooLong && longLoops_.last() != 0 && repeatsItself(run_.execution.trace, run_.current->id))
    cutInLoop(longLoops_.last(),
              fmt::format("this loop has not ended after {} visible operations (--max-events)", options_.eventLimit));
  if (isTooLong)
    verdicts_.cut(
        fmt::format("an execution has more than {} visible operations (a loop that waits?); "
                    "--unroll N bounds the iterations of loops, --max-events raises the limit, --search random does "
                    "not follow one thread for ever",
                    options_.eventLimit),
        site, false);
  stopIfAsked(site);
  // A section is one event and advances a clock three times at most.
  HEDDLE_CHECK_NOTE(run_.detector.hasRoom(4 * kEventsBetweenLooks), "the clocks of an execution are used up");
  run_.execution.trace.reserve(std::min<std::size_t>(events + kEventsBetweenLooks, options_.eventLimit));
}

void Limits::lookAtBudget(SiteId site) {
  const InHeddle guard;
  if (loopsSince_ == run_.execution.trace.size()) {
    loops_ += kBudget;
  } else {  // the budget was used between several events
    loopsSince_ = run_.execution.trace.size();
    loops_ = 0;
  }
  if (loops_ >= options_.stepLimit)
    verdicts_.cut(
        fmt::format(
            "a loop runs {} times without a visible operation (does it ever end?); --step-limit raises the limit",
            options_.stepLimit),
        site, true);
  stopIfAsked(site);
  hot.budget = kBudget;
}

void Limits::stopIfAsked(SiteId site) {
  if (!options_.mustStop) return;
  if (const char* const why = options_.mustStop()) verdicts_.cut(why, site, true, true);
}

void Limits::stopNow(SiteId site) {
  const char* const why = options_.mustStop ? options_.mustStop() : nullptr;
  verdicts_.cut(why != nullptr ? why : "the execution was stopped", site, true, true);
}

void Limits::stopAtBound(SiteId site, unsigned iterations) {
  if (run_.isTrial) return;  // there are other limits then
  verdicts_.requireLoopsOnSlice(site);
  noteBound(site, fmt::format("bound {}: the loop at {} ran more than {} {}", iterations, sites_.placeOf(site),
                              iterations, iterations == 1 ? "time" : "times"));
  run_.stopThread(site);
}

void Limits::lookAtThreads(SiteId site) {
  run_.leaveTrial();
  const unsigned bound = options_.boundThreads;
  const Thread& me = *run_.current;
  if (bound == 0 || (me.children < bound && me.generation < bound)) return;
  verdicts_.requireLoopsOnSlice(site);
  noteBound(site, fmt::format("bound {}: more threads are started at {}", bound, sites_.placeOf(site)));
  run_.stopThread(site);
}

void Limits::boundThreads(std::string why, SiteId site) {
  if (options_.boundThreads != 0) verdicts_.refuse(std::move(why), site);
  verdicts_.breakOff({core::Assumption::FewThreads, site, std::move(why)});
}

// Apart from the stop, which does not come back: texts are freed before.
void Limits::noteBound(SiteId site, const std::string& bound) {
  hot.inProgram = false;
  if (!run_.execution.stop)
    run_.execution.stop = {std::string(core::kNoViolationWithin) + bound, site, run_.current->id, false, true};
}

void Limits::watchIterations(SiteId site, std::uint64_t look) {
  const InHeddle guard;
  if (run_.isTrial || !longLoops_.isLong(site, look)) return;
  if (repeatsItself(run_.execution.trace, run_.current->id) && longLoops_.grows(site))
    cutInLoop(site, "this loop runs any number of iterations");
}

void Limits::cutInLoop(SiteId site, std::string why) {
  verdicts_.requireLoopsOnSlice(site);
  verdicts_.breakOff({core::Assumption::LoopsEnd, site, std::move(why)});
}

}  // namespace heddle::runtime
