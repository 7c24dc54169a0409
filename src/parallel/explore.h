// A search on execution graphs by several processes, on one machine.
//
// The search begins alone: most are over soon. If it is not, this process becomes the coordinator, which explores
// nothing: it makes a process for each piece of what is left (pieces.h), in a copy of itself as it is then. Whenever
// there are fewer pieces than workers it asks one that explores to give something away. A worker that is lost (a
// signal, no memory) costs what it has explored since its last report; another one begins there.
#pragma once

#include <memory>

#include "explore/explorer.h"
#include "explore/search.h"
#include "parallel/workers.h"

namespace heddle::parallel {

// As explore::explore. `search` is the one that knows what is left, in the end. The answer does not depend on how many
// workers there are, unless a limit ends the search.
core::Outcome explore(core::Program& program, std::unique_ptr<explore::Search>& search, const explore::Limits& limits,
                      const Workers& workers, core::Outcome before = {});

}  // namespace heddle::parallel
