#include "check/whole_schedule.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/slice.h"
#include "explore/make_replay.h"
#include "explore/replay.h"

namespace heddle::check {
namespace {

void suspend(const runtime::Options& how, bool on) {
  if (how.slice) how.slice->suspend(on);
  if (how.peeked) how.peeked->suspend(on);
}

std::vector<core::Step> completed(core::Program& program, const core::Found& found) {
  const auto replay = explore::makeReplay(found.schedule, found.isGraph);
  program.record(true);
  program.keepGoing(true);
  program.run(*replay);
  program.keepGoing(false);
  program.record(false);
  return program.fullSchedule();
}

bool showsIn(core::Program& program, const core::Found& found, const std::vector<core::Step>& schedule) {
  explore::Replay replay(schedule);
  program.keepGoing(true);
  const bool isShown = shows(program.run(replay), found.violation);
  program.keepGoing(false);
  return isShown;
}

}  // namespace

std::vector<core::Found> keptOver(core::Program& program, const core::Outcome& outcome, const runtime::Options& how) {
  std::vector<core::Found> kept;
  for (const core::Found& found : outcome.found) {
    if (found.isGraph || found.violation.kind == core::ViolationKind::Nondeterminism) continue;
    core::Found whole = found;
    whole.schedule = completed(program, found);
    whole.isWhole = true;
    suspend(how, true);
    if (showsIn(program, whole, whole.schedule)) kept.push_back(std::move(whole));
    suspend(how, false);
  }
  return kept;
}

void completeSchedules(core::Program& program, core::Outcome& outcome, const runtime::Options& how) {
  // A graph has no step for what was left out: it is shown as it was found.
  if (std::ranges::any_of(outcome.found, [](const core::Found& found) { return found.isGraph; })) return;
  std::vector<std::vector<core::Step>> schedules;
  for (const core::Found& found : outcome.found)
    schedules.push_back(found.isWhole ? found.schedule : completed(program, found));
  suspend(how, true);
  for (std::size_t i = 0; i < schedules.size(); ++i)
    if (!showsIn(program, outcome.found[i], schedules[i])) return suspend(how, false);
  for (std::size_t i = 0; i < schedules.size(); ++i) outcome.found[i].schedule = std::move(schedules[i]);
}

// By lines of the source: the slice of all that stands where the violation is.
void foldWhatCannotMatter(core::Trace& trace, const core::DependenceGraph& graph) {
  if (!trace.violation || graph.empty()) return;
  using Line = std::pair<std::string, unsigned>;
  const auto lineOf = [&](core::Slice::Node statement) {
    return Line{graph.files[graph.places[statement].file], graph.places[statement].line};
  };
  std::set<Line> culprits{{trace.violation->place.file, trace.violation->place.line}};
  for (const core::TraceLine& line : trace.lines)
    if (line.culprit) culprits.emplace(line.place.file, line.place.line);
  core::Slice slice(graph);
  for (core::Slice::Node statement = 1; statement < graph.statements(); ++statement)
    if (graph.places[statement].line != 0 && culprits.contains(lineOf(statement)))
      slice.add(statement, core::Extent::Whole);
  // What may have been written there counts as written there.
  for (bool isNews = true; isNews;) {
    isNews = false;
    for (core::Slice::Node statement = 1; statement < graph.statements(); ++statement)
      if (slice.of(statement) == core::Extent::Whether) isNews = slice.add(statement, core::Extent::Whole) || isNews;
  }
  std::set<Line> known, on;
  for (core::Slice::Node statement = 1; statement < graph.statements(); ++statement) {
    if (graph.places[statement].line == 0) continue;
    known.insert(lineOf(statement));
    if (slice.of(statement) != core::Extent::Not) on.insert(lineOf(statement));
  }
  for (core::TraceLine& line : trace.lines) {
    const Line place{line.place.file, line.place.line};
    line.matters = line.culprit || line.op == "spawn" || !known.contains(place) || on.contains(place);
  }
}

}  // namespace heddle::check
