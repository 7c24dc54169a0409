// A search on execution graphs by several processes, on one machine.
//
// The search begins alone: most are over soon. If it is not, this process becomes the coordinator, which explores
// nothing: it makes a process for each piece of what is left (pieces.h), in a copy of itself as it is then. Whenever
// there are fewer pieces than workers it asks one that explores to give something away. A worker that is lost (a
// signal, no memory) costs what it has explored since its last report; another one begins there.
#pragma once

#include <sys/types.h>

#include <functional>
#include <memory>

#include "explore/explorer.h"
#include "explore/search.h"

namespace heddle::parallel {

struct Workers {
  unsigned count = 1;
  // Makes a copy of this process that does that and ends. Its id, or -1.
  std::function<pid_t(const std::function<void()>&)> fork = {};
  // Another search like the first one, at its start.
  std::function<std::unique_ptr<explore::Search>()> search = {};
  // Whether these searches leave out reads that wait for an old write everywhere; else at some words, maybe.
  bool leavesOutStaleReads = false;
  double secondsAlone = 0;  // before it is divided
};

// How many cores this process may use.
unsigned coresHere();

// As explore::explore. `search` is the one that knows what is left, in the end. The answer does not depend on how many
// workers there are, unless a limit ends the search.
core::Outcome explore(core::Program& program, std::unique_ptr<explore::Search>& search, const explore::Limits& limits,
                      const Workers& workers, core::Outcome before = {});

}  // namespace heddle::parallel
