#include "support/optimisations_compare.h"

#include <map>
#include <set>

#include "explore/graph/trust.h"
#include "support/graph_compare.h"

namespace heddle::testing {
namespace {

using core::EventId;
using core::Graph;
using explore::graph::Optimisations;
using explore::graph::TrustSearch;

// A graph as text, and at which words somebody waits for an old write.
using Found = std::map<std::string, std::set<std::size_t>>;

struct Explored {
  Found graphs;
  std::set<std::size_t> raced;  // words with writes that nothing orders
  unsigned twice = 0;
  unsigned executions = 0;
  std::string wrong;
};

std::set<std::size_t> staleWaits(const Graph& graph, core::Address first) {
  std::set<std::size_t> words;
  for (EventId e = 0; e < graph.size(); ++e)
    if (graph[e].label == core::Label::Read && graph[e].isBlocked && graph[e].rf != graph.last(graph[e].location))
      words.insert((graph[e].op.addr - first) / 8);
  return words;
}

void addRaces(const Graph& graph, core::Address first, Graph::Row causality, std::set<std::size_t>& words) {
  for (const Graph::Location& location : graph.locations())
    for (std::size_t i = 1; i < location.co.size(); ++i)
      if (!graph[location.co[i]].isExclusive && !graph.isBefore(location.co[i - 1], location.co[i], causality))
        words.insert((location.addr - first) / 8);
}

constexpr unsigned kMostExecutions = 5'000;  // larger scripts are left out

Explored explore(const Script& script, const std::string& model, Optimisations optimisations) {
  ScriptedProgram program(script);
  program.keepGoing(true);
  TrustSearch search(*models::modelNamed(model), optimisations);
  Explored explored;
  GraphRuns runs(program, search);
  while (true) {
    const core::End end = runs.next();
    if (runs.isCached() && end != core::End::Complete) explored.wrong = "a cached execution is not complete\n";
    ++explored.executions;
    addRaces(search.explored(), program.addressOf(0), models::modelNamed(model)->causality, explored.raced);
    if (!explored.graphs
             .emplace(textOf(search.explored(), program), staleWaits(search.explored(), program.addressOf(0)))
             .second)
      ++explored.twice;
    if (explored.executions > kMostExecutions || !runs.advance()) break;
    if (search.takeBroken()) {
      explored.graphs.clear();
      explored.twice = explored.executions = 0;
    } else if (end == core::End::Abandoned) {
      explored.wrong = "an execution was given up\n";
    }
  }
  if (search.mismatch()) explored.wrong = "the script is taken for nondeterministic\n";
  return explored;
}

std::string compare(const Script& script, const std::string& model, Optimisations optimisations) {
  const Explored all = explore(script, model, {});
  if (all.executions > kMostExecutions) return {};
  const Explored fewer = explore(script, model, optimisations);
  std::string out = all.wrong + fewer.wrong;
  if (fewer.twice != 0) out += std::to_string(fewer.twice) + " graphs visited again\n";
  for (const auto& [graph, stale] : all.graphs)
    if (stale.empty() && !fewer.graphs.contains(graph)) out += "missing:\n" + graph;
  for (const auto& [graph, stale] : fewer.graphs) {
    if (!all.graphs.contains(graph)) out += "too much:\n" + graph;
    if (!optimisations.inPlace) continue;
    for (const std::size_t word : stale)
      if (!all.raced.contains(word)) out += "somebody waits in vain:\n" + graph;
  }
  if (!out.empty()) out = model + ": " + out + text(script);
  return out;
}

}  // namespace

std::string compareRemedies(const Script& script) {
  std::string out;
  for (const std::string_view model : modelNames())
    for (const Optimisations optimisations : {Optimisations{.staleReads = true}, Optimisations{.inPlace = true}})
      out += compare(script, std::string(model), optimisations);
  return out;
}

}  // namespace heddle::testing
