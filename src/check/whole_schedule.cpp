#include "check/whole_schedule.h"

#include <optional>
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

bool showsIn(core::Program& program, const core::Found& found) {
  explore::Replay replay(found.schedule);
  program.keepGoing(true);
  const bool isShown = shows(program.run(replay), found.violation);
  program.keepGoing(false);
  return isShown;
}

// Of the whole program; nothing if that does not show it.
std::optional<core::Found> whole(core::Program& program, const core::Found& found, const runtime::Options& how) {
  // A graph has no step for what was left out.
  if (found.isGraph || found.violation.kind == core::ViolationKind::Nondeterminism) return std::nullopt;
  core::Found whole = found;
  whole.schedule = completed(program, found);
  whole.isWhole = true;
  const ScheduledProgram all(whole, how);
  return showsIn(program, whole) ? std::optional(std::move(whole)) : std::nullopt;
}

}  // namespace

ScheduledProgram::ScheduledProgram(const core::Found& found, const runtime::Options& how) : how_(how) {
  suspend(how_, found.isWhole);
}
ScheduledProgram::~ScheduledProgram() { suspend(how_, false); }

std::vector<core::Found> keptOver(core::Program& program, const core::Outcome& outcome, const runtime::Options& how) {
  std::vector<core::Found> kept;
  for (const core::Found& found : outcome.found)
    if (auto one = whole(program, found, how)) kept.push_back(std::move(*one));
  return kept;
}

void completeSchedules(core::Program& program, core::Outcome& outcome, const runtime::Options& how) {
  for (core::Found& found : outcome.found)
    if (!found.isWhole)
      if (auto one = whole(program, found, how)) found = std::move(*one);
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
