// All consistent execution graphs of a script, by brute force: every
// combination of what the threads may do by themselves, of where their reads
// may read from and of how writes may stand in coherence order, kept if the
// axioms of the model hold, which are written down here a second time, as
// relations. It shares no code with the searches and models.
//
// A read may find any value that anything ever writes there; combinations in
// which nobody wrote it fall away.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/graph.h"
#include "support/script.h"
#include "support/scripted_program.h"

namespace heddle::testing {

// Graph (as text) -> how its execution ends: "complete", "blocked" or "violated".
using Graphs = std::map<std::string, std::string>;

// Nothing if there are too many combinations.
std::optional<Graphs> consistentGraphs(const Script& script, const std::string& model);

// The same text for the graph of a search.
std::string textOf(const core::Graph& graph, const ScriptedProgram& program);

}  // namespace heddle::testing
