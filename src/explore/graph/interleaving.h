// An execution graph as one interleaving.
//
// A graph has one if po, rf, co and fr together have no cycle: that is what the
// model sc asks for. Graphs of weaker models often have one too, and people
// understand it better.
#pragma once

#include <vector>

#include "core/graph.h"
#include "core/program.h"

namespace heddle::explore::graph {

// The steps of one with few context switches; empty: there is none.
std::vector<core::Step> interleavingOf(const core::Graph& graph);

}  // namespace heddle::explore::graph
