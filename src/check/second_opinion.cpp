#include "check/second_opinion.h"

#include <fmt/format.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "check/bounded.h"
#include "frontend/compile.h"
#include "runtime/bind.h"
#include "transform/decided_assertions.h"

namespace heddle::check {
namespace {

constexpr double kShareOfSearch = 0.5;
constexpr double kSecondsToUnderstand = 1;
constexpr double kMostSeconds = 10;  // unless there is a limit
constexpr std::uint64_t kMostMegabytes = 2000;

// Whether its answer, which is about sc, says all that was asked for.
bool solverAnswers(const Options& asked) {
  return asked.isSearchFree && asked.model == "sc" && (asked.isSliced() || !asked.looksForRaces());
}

// Whether it is asked about the same program: it has not heard of these options.
bool isTheSameProgram(const runtime::Options& asked) {
  const runtime::Options usual;
  return !asked.exitStatusCounts && !asked.prefersWriters && asked.hasUsualRange() &&
         asked.heapBytes == usual.heapBytes && asked.stackBytes == usual.stackBytes &&
         asked.spuriousWakeups == usual.spuriousWakeups && asked.arguments.empty() && asked.inputFile.empty();
}

double secondsLeft(const Options& asked, const report::Report& report) {
  if (asked.timeLimit <= 0) return kMostSeconds;
  double spent = 0;
  for (const report::PhaseSeconds& phase : report.seconds) spent += phase.seconds;
  const double left = asked.timeLimit - spent;
  return solverAnswers(asked) ? left : std::min(kMostSeconds, left);
}

// Whether what each thread has computed by itself excludes all that was asked about.
bool isDecided(const Options& asked, report::Report& report) {
  if (asked.deadlocks || !isTheSameProgram(asked.runtime) || asked.isInParts() ||
      report.outcome.verdict != core::Verdict::Inconclusive)
    return false;
  frontend::Source source = asked.source;
  source.argumentsOf = runtime::argumentsOf;
  transform::LoopOptions asWritten;
  asWritten.testedInputs = false;
  auto prepared = frontend::prepare(source, asWritten);
  return prepared && !transform::mayFail(*prepared->module);
}

bool isAsked(const Options& asked, const report::Report& report) {
  if (report.outcome.verdict != core::Verdict::Inconclusive || asked.isInParts() || !isTheSameProgram(asked.runtime))
    return false;
  const bool hasMoreValues = !report.outcome.limitations.empty();
  if (solverAnswers(asked)) return hasMoreValues || (report.outcome.isUnfinished && asked.timeLimit > 0);
  return asked.areDefaults && hasMoreValues;
}

// Of what it found, what was asked for.
bool isViolation(const Options& asked, const report::Report& bounded) {
  if (bounded.outcome.verdict != core::Verdict::Violation) return false;
  const core::ViolationKind kind = bounded.findings.front().trace.violation->kind;
  return kind != core::ViolationKind::Nondeterminism && (asked.deadlocks || !core::isAboutWaiting(kind));
}

// Takes its place.
void adopt(report::Report bounded, const char* why, report::Report& report) {
  bounded.notes = std::move(report.notes);  // and it has set aside the same
  bounded.notes.emplace_back(why);
  bounded.seconds.insert(bounded.seconds.begin(), report.seconds.begin(), report.seconds.end());
  report = std::move(bounded);
}

}  // namespace

double shareOfSearch(const Options& asked, const Outside& outside) {
  if (!solverAnswers(asked) || !isTheSameProgram(asked.runtime) || asked.timeLimit <= 0) return 1;
  BoundedRequest request{.source = asked.source, .options = {}, .timeLimit = kSecondsToUnderstand};
  request.options.limits.megabytes = kMostMegabytes;
  return isForSolver(request, outside) ? kShareOfSearch : 1;
}

void askSolver(const Options& asked, const Outside& outside, report::Report& report) {
  if (isDecided(asked, report)) {
    report.outcome.verdict = core::Verdict::Safe;
    report.outcome.why.clear();
    report.outcome.limitations.clear();
    report.isDecidedByCode = true;
    return;
  }
  if (!isAsked(asked, report)) return;
  BoundedRequest request{.source = asked.source, .options = {}, .timeLimit = secondsLeft(asked, report)};
  request.options.limits.megabytes = kMostMegabytes;
  if (request.timeLimit <= 0) return;
  Outside quiet;
  quiet.interrupted = outside.interrupted;
  auto bounded = checkBounded(request, quiet);
  if (!bounded) return;
  const bool isOfValues = !report.outcome.isUnfinished;
  if (isViolation(asked, *bounded))
    return adopt(std::move(*bounded),
                 isOfValues ? "nothing was found with few values of the __VERIFIER_nondet calls; these are the "
                              "solver's (heddle bmc)"
                            : "the search had found nothing so far; this is the solver's (heddle bmc)",
                 report);
  const bool isSafe = bounded->outcome.verdict == core::Verdict::Safe;
  if (isSafe && solverAnswers(asked))
    return adopt(std::move(*bounded),
                 isOfValues
                     ? "a search tries few values of the __VERIFIER_nondet calls; the solver has all (heddle bmc)"
                     : "the search did not end in its share of the time; the solver has (heddle bmc)",
                 report);
  report.seconds.insert(report.seconds.end(), bounded->seconds.begin(), bounded->seconds.end());
  if (bounded->outcome.verdict == core::Verdict::Violation) return;  // none that was asked for
  report.notes.push_back(
      isSafe ? "with all values, no assertion fails and nothing deadlocks under sc (heddle bmc)"
             : fmt::format("{}under sc (heddle bmc): {}", isOfValues ? "with all values, " : "", bounded->outcome.why));
}

}  // namespace heddle::check
