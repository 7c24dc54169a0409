// Violations that were found with parts of the program left out, shown in the program
// as it is.
#pragma once

#include "core/outcome.h"
#include "core/program.h"
#include "core/trace.h"
#include "runtime/options.h"

namespace heddle::check {

// Gives what was found schedules of the whole program, where that shows it.
void completeSchedules(core::Program& program, core::Outcome& outcome, const runtime::Options& how);

// The program of which the schedule of a violation is, as long as this lives: the whole one, or what `how` leaves of
// it.
class ScheduledProgram {
 public:
  ScheduledProgram(const core::Found& found, const runtime::Options& how);
  ~ScheduledProgram();
  ScheduledProgram(const ScheduledProgram&) = delete;
  ScheduledProgram& operator=(const ScheduledProgram&) = delete;

 private:
  const runtime::Options& how_;
};

// Of what was found before a restart, which changes what is left out: its schedules, of the whole program, where that
// shows it.
std::vector<core::Found> keptOver(core::Program& program, const core::Outcome& outcome, const runtime::Options& how);

// Marks the lines of a trace that cannot matter to its violation.
void foldWhatCannotMatter(core::Trace& trace, const core::DependenceGraph& graph);

}  // namespace heddle::check
