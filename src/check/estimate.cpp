#include "check/estimate.h"

#include <algorithm>

#include "check/check.h"

namespace heddle::check {
namespace {

// Enough is known after a second, if nothing but the rate was asked for, or within a tenth or so; within a third after
// three.
bool isPrecise(const Options& asked, const explore::Progress& progress) {
  if (progress.seconds < 1) return false;
  if (asked.isSample()) return true;
  if (!progress.estimate) return false;
  if (asked.boundExecutions != 0 && progress.estimate->low > static_cast<double>(asked.boundExecutions)) return true;
  const double spread = progress.estimate->spread();
  return spread < 1.25 || (progress.seconds > 3 && spread < 1.8);
}

// A bound on the number is known without exploring.
void bound(const Options& asked, report::Estimate& estimate) {
  const bool isSample = asked.isSample();
  const std::uint64_t most = isSample ? asked.tuning.executions : asked.boundExecutions;
  if (isSample && estimate.executions > 0) {
    estimate.isKnown = true;
    estimate.executions = estimate.low = estimate.high = static_cast<double>(most);
  }
  if (asked.boundExecutions == 0) return;
  const auto least = static_cast<double>(asked.boundExecutions);
  estimate.isKnown = estimate.isKnown || estimate.executions >= least;
  for (double* const number : {&estimate.executions, &estimate.low, &estimate.high}) *number = std::min(*number, least);
}

double secondsToStart(const report::Report& report) {
  double seconds = 0;
  for (const report::PhaseSeconds& phase : report.seconds)
    if (phase.phase != "explore") seconds += phase.seconds;
  return seconds;
}

}  // namespace

Result<Estimated> estimate(const Options& asked, const Outside& outside) {
  Options options = asked;
  options.estimates = true;
  if (options.timeLimit <= 0) options.timeLimit = kSecondsToEstimate;
  explore::Progress last;
  Outside here = outside;
  here.progress = [&](const explore::Progress& progress) {
    last = progress;
    if (outside.progress) outside.progress(progress);
  };
  here.restart = [&](core::Assumption assumption) {
    last = {};
    if (outside.restart) outside.restart(assumption);
  };
  here.interrupted = [&] { return isPrecise(asked, last) || (outside.interrupted && outside.interrupted()); };
  auto report = check(options, here);
  if (!report) return report.problem();

  Estimated result{.report = std::move(*report), .estimate = {}};
  report::Estimate& estimate = result.estimate;
  const core::Outcome& outcome = result.report.outcome;
  estimate.isExplored = outcome.verdict != core::Verdict::Violation && !outcome.isUnfinished && last.executions > 0;
  estimate.isKnown = estimate.isExplored || last.estimate.has_value();
  estimate.executions = estimate.low = estimate.high = static_cast<double>(last.executions);
  estimate.perSecond = last.rate();
  estimate.secondsToStart = secondsToStart(result.report);
  if (last.estimate && !estimate.isExplored) {
    estimate.executions = last.estimate->executions;
    estimate.low = last.estimate->low;
    estimate.high = last.estimate->high;
  }
  if (!estimate.isExplored) bound(asked, estimate);
  return result;
}

}  // namespace heddle::check
