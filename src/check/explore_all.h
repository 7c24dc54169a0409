// The searches of one pass, one after the other: what is left out of the program may
// change, which takes no new program.
//
//   - More is on the slice, or a section of a lock is not one step: what was concluded
//     is void (core::Assumption).
//   - An assertion was violated, and no other one depends on it: what only it depends on
//     is left out from then on. Where it fails its thread then ends as if it had not, so
//     that what is found has to show in the whole program; if it does not, all is explored
//     with these assertions.
//
// What was found before is kept over.
#pragma once

#include <memory>

#include "check/options.h"
#include "core/outcome.h"
#include "core/program_info.h"
#include "explore/explorer.h"
#include "explore/search.h"
#include "parallel/workers.h"
#include "runtime/options.h"

namespace heddle::check {

// `program`: what is known from its IR, as long as the search lives.
std::unique_ptr<explore::Search> makeSearch(const Options& options, const core::ProgramInfo& program);
// Who explores, if the search is divided.
parallel::Workers workersFor(const Options& options, const core::ProgramInfo& program);
// Says in `how` what is left out at first.
void leaveOut(const Options& options, const core::ProgramInfo& program, runtime::Options& how);

// `search` is the last one, in the end. `how` says what is left out.
core::Outcome exploreAll(core::Program& program, std::unique_ptr<explore::Search>& search, const Options& options,
                         const core::ProgramInfo& info, const explore::Limits& limits, const runtime::Options& how,
                         core::Outcome soFar = {});

}  // namespace heddle::check
