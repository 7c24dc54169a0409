// The loop around every search. Read this first: it is the whole of what
// "stateless model checking" means here.
//
// Run the program to its end, ask the search for the next execution, until
// there is none. Whatever an execution ends with is classified in tally.cpp, once,
// for all searches.
#include "explore/explorer.h"

#include "core/learnt.h"
#include "explore/graph/graph_search.h"
#include "explore/memory_limit.h"
#include "explore/pace.h"
#include "explore/rolled_back_additions.h"
#include "explore/seconds_text.h"
#include "explore/tally.h"

namespace heddle::explore {
namespace {

using core::End;
using core::Execution;
using core::Outcome;

// What the search goes on after in another way than after others. Where parts of it are explored each by itself, that
// would depend on how it was divided.
bool concernsAll(const Execution& execution, const Search& search, const Limits& limits) {
  const bool isCutShort = execution.end == End::Cut && !(execution.stop && execution.stop->bounded);
  const bool isRacy = !limits.stopAtFirst && execution.end == End::Violated &&
                      execution.violation->kind == core::ViolationKind::DataRace;
  return isCutShort || isRacy || execution.end == End::Refused || search.mismatch() || search.refusal() ||
         (execution.broken && core::isAboutLearnt(execution.broken->assumption));
}

std::optional<Outcome> lookBeside(core::Program& program, const Limits& limits, const Spent& spent) {
  if (auto seen = limits.beside ? limits.beside(program, spent) : std::nullopt) return seen;
  return limits.estimating.beside ? limits.estimating.beside(program, spent) : std::nullopt;
}

}  // namespace

Outcome explore(core::Program& program, Search& search, const Limits& limits, Outcome before) {
  Tally tally(search, limits, std::move(before));
  program.keepGoing(!limits.stopAtFirst);
  Pace pace;
  MemoryLimit memory(limits.memoryLimit);
  Keeper keeper(limits.checkpoints);
  double lastProgress = 0;
  std::uint64_t nextBeside = limits.besideEvery;
  const Execution* execution = nullptr;  // the last one that was run
  graph::GraphSearch* const onGraphs = search.onGraphs();
  const bool hasRolledBack = program.has(core::LoopRole::RolledBack);
  RolledBackAdditions rolledBack;
  if (const core::Evidence seen = tally.takeEvidence(); !program.takeIn(seen) || !rolledBack.takeIn(seen, program)) {
    tally.refuse("what earlier parts have seen does not fit the program");
    return tally.conclude(0);
  }
  const auto soFar = [&] { return tally.soFar(program, program, rolledBack); };
  const auto standing = [&] {
    Standing now{soFar(), onGraphs->split(0).left, program.threads().names()};
    now.soFar.seconds += pace.now();
    return now;
  };
  while (true) {
    if (execution != nullptr && onGraphs != nullptr && onGraphs->replayFromCache()) {
      tally.countCached();
      if (hasRolledBack) rolledBack.look(onGraphs->explored());
    } else {
      execution = &program.run(search);
      const bool endsAll = limits.keepsRest || limits.memoryLimit != 0;
      if (endsAll && execution->end == End::Cut && execution->stop->isOutside) {
        tally.endEarly(execution->stop->message);
        break;
      }
      if (limits.isPart && concernsAll(*execution, search, limits)) {
        tally.endPart();
        break;
      }
      if (execution->broken) {
        tally.countBroken(*execution);
        break;
      }
      const bool isPreparation = onGraphs != nullptr && onGraphs->isPreparation(*execution);
      if (hasRolledBack && !isPreparation)
        rolledBack.look(*execution, onGraphs != nullptr ? &onGraphs->explored() : nullptr);
      // If so, who waits for ever may do that only in what was explored.
      const bool isReal = !rolledBack.observed() || execution->end == End::Violated;
      if (isReal && !isPreparation && !tally.count(*execution)) break;
    }
    if (rolledBack.observed()) {
      tally.endBroken(
          {core::Assumption::UnobservedRollback, *rolledBack.observed(), "rolled-back additions were observed"});
      break;
    }
    if (!search.advance(*execution)) {
      if (limits.isPart && (search.mismatch() || search.refusal())) {
        tally.endPart();
        break;
      }
      if (const auto broken = search.takeBroken()) tally.endBroken(*broken);
      if (search.mismatch()) tally.countMismatch();
      if (search.refusal()) tally.countRefusal();
      break;
    }
    if (const auto broken = search.takeBroken()) {
      if (limits.isPart) {
        tally.endVoid(*broken);
        break;
      }
      tally.restart(*broken);
    }
    if (limits.boundExecutions != 0 && tally.executionsHere() >= limits.boundExecutions) {
      tally.endEarly("the bound of " + std::to_string(limits.boundExecutions) + " executions was reached");
      break;
    }
    // After the same executions on every machine.
    const bool isBesideDue = limits.beside && tally.executionsHere() >= nextBeside;
    if (isBesideDue) nextBeside += limits.besideEvery;
    if (!pace.tick() && !isBesideDue) continue;
    if (limits.interrupted && limits.interrupted()) {
      tally.endEarly("the search was interrupted");
      break;
    }
    if (limits.timeLimit > 0 && limits.timeSpent + pace.now() >= limits.timeLimit) {
      tally.endEarly("the time limit of " + secondsText(limits.timeLimit) + " s was reached");
      break;
    }
    if (memory.isReached(pace.now())) {
      tally.endEarly(memory.why());
      break;
    }
    if (limits.handsOver && limits.handsOver({{tally.executionsHere(), pace.now()}, soFar})) {
      tally.endHandedOver();
      break;
    }
    keeper.look(pace.now(), standing);
    if (auto seen = lookBeside(program, limits, {tally.executionsHere(), pace.now()})) {
      if (!tally.countBeside(std::move(*seen))) break;
      program.keepGoing(!limits.stopAtFirst);
      execution = nullptr;  // the last one was none of the search's
    }
    if (limits.progress && pace.now() - lastProgress >= 0.2) {
      lastProgress = pace.now();
      limits.progress(tally.progress(lastProgress));
    }
  }
  if (limits.progress) limits.progress(tally.progress(pace.sinceStart()));
  program.keepGoing(false);
  tally.noteLimitations(program.limitations());
  tally.noteRemarks(program.remarks());
  tally.keepEvidence(program, rolledBack);
  return tally.conclude(pace.sinceStart());
}

Outcome conclude(Search& search, const Limits& limits, Outcome all, const std::string& whyEnded) {
  const std::optional<core::Broken> broken = all.broken;
  Tally tally(search, limits, std::move(all));
  if (broken) tally.endBroken(*broken);
  if (!whyEnded.empty()) tally.endEarly(whyEnded);
  return tally.conclude(0);
}

}  // namespace heddle::explore
