#include "check/restarts.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/learnt.h"
#include "report/text.h"

namespace heddle::check {
namespace {

using core::Assumption;

// A loop that does not end hides all that it does not let others do. So it is
// explored what happens within few iterations of that loop, and for a while what
// happens within few iterations of any.
constexpr unsigned kFewIterations = 3;
constexpr double kSecondsForFewIterations = 10;

// Where there is one such loop there may be others, within its executions: they
// are watched more closely.
Restart boundLoop(Restart restart, const Pass& pass) {
  Plan& plan = restart.plan;
  plan.watchEvery = std::max(plan.watchEvery / 4, 4U);
  const core::Place& at = pass.brokenAt;
  if (at.line == 0) {
    plan.options.loops.unroll = kFewIterations;
    restart.note = fmt::format("with --unroll {}, at a loop of unknown place: {}", kFewIterations, pass.broken->why);
    return restart;
  }
  restart.note =
      fmt::format("with --unroll-loop {}:{}:{}={}: {}", at.file, at.line, at.column, kFewIterations, pass.broken->why);
  // No other file that ends like it.
  plan.options.loops.unrollLoops.push_back({std::filesystem::absolute(at.file), at.line, at.column, kFewIterations});
  return restart;
}

std::optional<Restart> boundAllLoops(Restart restart, const Pass& pass, const Options& asked, bool isInterrupted) {
  const core::Outcome& outcome = pass.report.outcome;
  const bool isOpen = asked.keepGoing || outcome.verdict == core::Verdict::Inconclusive;
  const bool isLate = asked.timeLimit > 0 && restart.plan.secondsSpent() >= asked.timeLimit;
  if (asked.hasBounds() || restart.plan.secondsHere > 0 || !isOpen || isLate || asked.isSample() || asked.isInParts() ||
      isInterrupted)
    return std::nullopt;
  restart.plan.options.loops.unroll = kFewIterations;
  restart.plan.secondsHere = kSecondsForFewIterations;
  restart.note = fmt::format("with --unroll {}, since loops do not end otherwise (--max-events)", kFewIterations);
  restart.isTrial = true;
  return restart;
}

// Threads that are started in a loop, each time other ones.
constexpr unsigned kFewThreads = 3;

Restart boundThreads(Restart restart, const Pass& pass) {
  restart.plan.options.runtime.boundThreads = kFewThreads;
  restart.note =
      fmt::format("with --bound-threads {}: {}", kFewThreads, report::locatedMessage(pass.brokenAt, pass.broken->why));
  return restart;
}

// Others than the one that was met would not be noticed.
Restart wakeSpuriously(Restart restart, const Pass& pass) {
  restart.plan.options.runtime.spuriousWakeups = 1;
  restart.plan.options.runtime.waitsAreTested = false;
  restart.note = fmt::format("with --spurious-wakeups 1: {}",
                             report::locatedMessage(pass.brokenAt,
                                                    "this wait is in no loop that tests again what it waits for, so "
                                                    "that it returns without a signal is explored, too"));
  return restart;
}

// One after the other: most programs have few words that are accessed both ways.
std::optional<Restart> settleWord(Restart restart, const core::Broken& broken) {
  std::vector<core::Word>& words = restart.plan.options.runtime.settledWords;
  const core::Word word{broken.addr, broken.bytes};
  if (std::ranges::find(words, word) != words.end()) return std::nullopt;
  words.push_back(word);
  return restart;
}

std::optional<Restart> learn(Restart restart, const core::Broken& broken) {
  return core::learn(*restart.plan.options.runtime.learnt, broken) ? std::optional(std::move(restart)) : std::nullopt;
}

// What only interleavings know.
Restart exploreInterleavings(Restart restart, const Pass& pass) {
  restart.note = "under sc, not under weak memory: " + report::locatedMessage(pass.brokenAt, pass.broken->why);
  restart.plan.options.model = "sc";
  restart.plan.options.search = "optimal";
  restart.plan.options.areDefaults = false;
  return restart;
}

}  // namespace

std::optional<Restart> restartAfter(const Plan& plan, const Pass& pass, const Options& asked, bool isInterrupted) {
  if (!pass.broken) return std::nullopt;
  Restart restart{plan};
  restart.plan.goesOn = false;  // what was explored in earlier parts is void, too
  switch (pass.broken->assumption) {
    case Assumption::PrivateSpeculation: restart.plan.options.tuning.speculative = false; return restart;
    case Assumption::UnobservedRollback: restart.plan.options.loops.rolledBack = false; return restart;
    case Assumption::SeparateWords: restart.plan.options.loops.separateWords = false; return restart;
    case Assumption::OrderedPublication: restart.plan.options.loops.orderedPublication = false; return restart;
    case Assumption::RacelessIterations: restart.plan.options.loops.racelessIterations = false; return restart;
    case Assumption::UnobservedLocks: restart.plan.options.loops.groupLocks = false; return restart;
    case Assumption::UntriedLocks: restart.plan.options.runtime.readersApart = false; return restart;
    case Assumption::KnownChoices:
    case Assumption::KnownReaders:
    case Assumption::OneSize:
    case Assumption::SectionWords: return learn(std::move(restart), *pass.broken);
    case Assumption::SettledWords: return settleWord(std::move(restart), *pass.broken);
    case Assumption::LoopsEnd: return boundLoop(std::move(restart), pass);
    case Assumption::GraphOperations:
      if (!plan.options.areDefaults || pass.report.outcome.verdict != core::Verdict::Refused) return std::nullopt;
      return exploreInterleavings(std::move(restart), pass);
    case Assumption::TestedWaits: return wakeSpuriously(std::move(restart), pass);
    case Assumption::FewThreads: return boundThreads(std::move(restart), pass);
    case Assumption::ShortExecutions: return boundAllLoops(std::move(restart), pass, asked, isInterrupted);
    // Those of a search, which has restarted by itself.
    case Assumption::CompleteSlice:  // in the same pass
    case Assumption::WholeSections:
    case Assumption::AtomicReads:
    case Assumption::OrderedWrites:
    case Assumption::DistinctValues:
    case Assumption::UnobservedIterations:
    case Assumption::KnownFootprints: break;
  }
  return std::nullopt;
}

}  // namespace heddle::check
