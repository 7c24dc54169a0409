#include "check/confirm.h"

#include <fmt/format.h>

#include "explore/make_replay.h"
#include "report/text.h"

namespace heddle::check {
namespace {

core::Explained explained(core::Program& program, const core::Violation& violation, const core::SiteTable& sites) {
  return {violation.kind, violation.message, placeOf(violation.site, sites),
          program.threads().nameOf(violation.thread)};
}

// By a limit or an interruption.
bool wasStopped(const core::Execution& execution) {
  return execution.end == core::End::Cut && execution.stop && execution.stop->isOutside;
}

// Neither the user nor the authors of Heddle are served by hiding this.
std::string notRepeated(const core::Violation& found, const core::Place& place, const core::Trace& again,
                        const std::optional<std::string>& divergence) {
  const std::string instead = again.violation ? fmt::format("it ended with: {}", again.violation->message)
                              : divergence    ? *divergence
                                              : "it ended without a violation";
  return fmt::format(
      "a violation ({}: {}) was found, but when the same steps were run again, {}. Either the program depends on "
      "something that Heddle does not control (time, addresses, input), or this is a bug of Heddle",
      core::name(found.kind), report::locatedMessage(place, found.message), instead);
}

}  // namespace

core::Place placeOf(SiteId id, const core::SiteTable& sites) {
  if (id == 0 || id >= sites.size()) return {};
  const core::Site& site = sites[id];
  return {site.file, site.line, site.column, site.function};
}

report::Finding confirm(core::Program& program, const core::Found& found, const core::SiteTable& sites) {
  auto replay = explore::makeReplay(found.schedule, found.isGraph);
  program.record(true);
  const core::Execution& execution = program.run(*replay);
  const bool isFirst = shows(execution, found.violation);
  if (!isFirst && execution.violation) {
    // It may be one that the execution shows after another one.
    replay = explore::makeReplay(found.schedule, found.isGraph);
    program.keepGoing(true);
    program.run(*replay);
    program.keepGoing(false);
  }
  program.record(false);

  report::Finding finding{program.trace(), found.executions};
  core::Trace& trace = finding.trace;
  core::Explained expected = explained(program, found.violation, sites);
  if (shows(execution, found.violation)) {
    if (!trace.violation || !isFirst) trace.violation = std::move(expected);
    return finding;
  }
  if (wasStopped(execution)) {
    expected.message += " (there was no time to run it again)";
    trace.violation = std::move(expected);
    return finding;
  }
  // Nondeterminism shows in the comparison of two executions, never in one.
  if (found.violation.kind != core::ViolationKind::Nondeterminism) {
    expected.message = notRepeated(found.violation, expected.place, trace, replay->divergence());
    expected.kind = core::ViolationKind::Nondeterminism;
  }
  trace.violation = std::move(expected);
  return finding;
}

core::Trace replayStop(core::Program& program, const core::Outcome& outcome) {
  const auto replay = explore::makeReplay(outcome.stopSchedule, outcome.stopIsGraph);
  program.record(true);
  program.run(*replay);
  program.record(false);
  return program.trace();
}

}  // namespace heddle::check
