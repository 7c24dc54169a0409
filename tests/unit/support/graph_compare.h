// Searches on execution graphs against the oracle, on one script.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explore/graph/trust.h"
#include "support/graph_oracle.h"

namespace heddle::testing {

// One execution of a search on graphs after the other, run or cached. One that
// the search recalls is run nevertheless, by its graph: to check that it is what
// the program does, and to have its final state.
class GraphRuns {
 public:
  // `isClosed` false: the program is taken for one that is not.
  GraphRuns(ScriptedProgram& program, explore::graph::TrustSearch& search, bool isClosed = true)
      : program_(program), search_(search), isClosed_(isClosed) {}

  // How the next one ends. Running: it was cached, and the program does something else.
  core::End next();
  bool isCached() const { return isCached_; }  // the last one
  bool advance() { return search_.advance(*execution_); }

 private:
  ScriptedProgram& program_;
  explore::graph::TrustSearch& search_;
  bool isClosed_;
  bool isCached_ = false;
  core::Execution* execution_ = nullptr;  // the last one that the search has run
};

// What a search has run.
struct FoundGraphs {
  Graphs graphs;
  unsigned twice = 0;      // graphs visited again
  unsigned redundant = 0;  // executions given up
  std::string mismatch;    // it took the script for nondeterministic, or did not end
};

// The names of the searches that can be compared.
std::vector<std::string_view> graphSearches();
std::vector<std::string_view> modelNames();

FoundGraphs graphsOf(const Script& script, std::string_view search, std::string_view model);

// What is wrong with the search on this script; nothing if it runs exactly the
// consistent graphs, each once and to its end, under each of the models (the
// optimisations of Awamoche: all but some in which somebody waits for an old write). Under
// sc, `optimal` must have as many executions as there are graphs in which
// whoever is blocked has read the last write: traces and graphs are the same
// there, and `optimal` runs a thread that waits only when it can go on.
struct GraphComparison {
  std::optional<std::string> wrong;
  bool isTooLarge = false;  // for the oracle: nothing was compared
};
GraphComparison compareGraphs(const Script& script, std::string_view search, std::span<const std::string_view> models,
                              const OracleLimits& limits = {});

}  // namespace heddle::testing
