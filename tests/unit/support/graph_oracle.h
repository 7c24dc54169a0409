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
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph.h"
#include "support/script.h"
#include "support/scripted_program.h"

namespace heddle::testing {

struct GraphEnd {
  std::string end;              // "complete", "blocked" or "violated"
  bool blockedReadLast = true;  // whoever cannot go on with what it has read has read the last write
};

// By the graph and the registers of its threads, as text.
using Graphs = std::map<std::string, GraphEnd>;

struct OracleLimits {
  std::size_t runs = 2000;             // of one thread
  std::size_t values = 8;              // of one word
  std::size_t combinations = 500'000;  // of runs
  std::size_t candidates = 100'000;    // combinations with rf and co
};

// For each of the models. Nothing if there are too many combinations.
std::optional<std::vector<Graphs>> consistentGraphs(const Script& script, std::span<const std::string_view> models,
                                                    const OracleLimits& limits = {});

// The same text for the execution of a search that has just ended.
std::string textOf(const core::Graph& graph, const ScriptedProgram& program);

}  // namespace heddle::testing
