// A worker: a process that explores a piece of a search and gives parts of it away when it is asked.
#pragma once

#include "core/program.h"
#include "explore/explorer.h"
#include "explore/graph/graph_search.h"
#include "parallel/channel.h"
#include "parallel/control.h"
#include "parallel/message.h"

namespace heddle::parallel {

struct Task {
  std::vector<explore::graph::Pending> pending;
  Known known;
};

// `limits`: those of the whole search, of which some concern each execution. `budget`: null if there is none.
void work(core::Program& program, explore::graph::GraphSearch& search, const explore::Limits& limits, const Task& task,
          Control& control, Budget* budget, Channel& channel);

}  // namespace heddle::parallel
