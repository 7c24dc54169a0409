#include "check/all_inputs.h"

#include <fmt/format.h>

#include <algorithm>

#include "check/bounded.h"

namespace heddle::check {
namespace {

constexpr double kMostSeconds = 10;
constexpr std::uint64_t kMostMegabytes = 2000;

double secondsLeft(const Options& asked, const report::Report& report) {
  if (asked.timeLimit <= 0) return kMostSeconds;
  double spent = 0;
  for (const report::PhaseSeconds& phase : report.seconds) spent += phase.seconds;
  return std::min(kMostSeconds, asked.timeLimit - spent);
}

}  // namespace

void askAboutAllInputs(const Options& asked, const Outside& outside, report::Report& report) {
  const bool isOpen = report.outcome.verdict == core::Verdict::Inconclusive && !report.outcome.limitations.empty();
  if (!asked.runtime.hasUsualRange() || !isOpen) return;
  BoundedRequest request{.source = asked.source, .options = {}, .timeLimit = secondsLeft(asked, report)};
  request.options.limits.megabytes = kMostMegabytes;
  if (request.timeLimit <= 0) return;
  Outside quiet;
  quiet.interrupted = outside.interrupted;
  auto bounded = checkBounded(request, quiet);
  if (!bounded) return;
  if (bounded->outcome.verdict == core::Verdict::Violation) {
    if (bounded->findings.front().trace.violation->kind == core::ViolationKind::Nondeterminism) return;
    bounded->notes = report.notes;  // and it has set aside the same
    bounded->notes.push_back(
        "nothing was found with few values of the __VERIFIER_nondet calls; these are the solver's (heddle bmc)");
    report = std::move(*bounded);
    return;
  }
  report.notes.push_back(bounded->outcome.verdict == core::Verdict::Safe
                             ? "with all values, no assertion fails and nothing deadlocks under sc (heddle bmc)"
                             : fmt::format("with all values, under sc (heddle bmc): {}", bounded->outcome.why));
}

}  // namespace heddle::check
