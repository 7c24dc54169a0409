// Violations that were found with parts of the program left out, shown in the program
// as it is.
#pragma once

#include "core/outcome.h"
#include "core/program.h"
#include "core/trace.h"
#include "runtime/options.h"

namespace heddle::check {

// Gives what was found schedules of the whole program, and leaves that in place: what `how` says is left out is not,
// from now on. If one of the violations does not show up then, nothing is changed.
void completeSchedules(core::Program& program, core::Outcome& outcome, const runtime::Options& how);

// Of what was found before a restart, which changes what is left out: its schedules, of the whole program, where that
// shows it.
std::vector<core::Found> keptOver(core::Program& program, const core::Outcome& outcome, const runtime::Options& how);

// Marks the lines of a trace that cannot matter to its violation.
void foldWhatCannotMatter(core::Trace& trace, const core::DependenceGraph& graph);

}  // namespace heddle::check
