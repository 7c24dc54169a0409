// A worker: a process that explores a piece of a search and gives parts of it away when it is asked.
#pragma once

#include "core/program.h"
#include "explore/explorer.h"
#include "explore/graph/graph_search.h"
#include "parallel/channel.h"
#include "parallel/control.h"
#include "parallel/message.h"

namespace heddle::parallel {

// `limits`: those of the whole search, of which some concern each execution.
void work(core::Program& program, explore::graph::GraphSearch& search, const explore::Limits& limits, const Task& task,
          Control& control, Channel& channel);

}  // namespace heddle::parallel
