// No violation is shown that does not show itself again.
#pragma once

#include "core/outcome.h"
#include "core/program.h"
#include "core/site.h"
#include "report/report.h"

namespace heddle::check {

// Runs the schedule again with everything recorded, and tells what happened.
// If that is not the violation that was found, the finding says so: it then is
// of kind nondeterminism. `sites` resolves places where the replay cannot.
report::Finding confirm(core::Program& program, const core::Found& found, const core::SiteTable& sites);

core::Place placeOf(SiteId id, const core::SiteTable& sites);

// The counterexample of the first execution that was cut or refused.
core::Trace replayStop(core::Program& program, const core::Outcome& outcome);

}  // namespace heddle::check
