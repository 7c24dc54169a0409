#include "support/graph_compare.h"

#include "explore/registry.h"
#include "models/model.h"

namespace heddle::testing {
namespace {

using explore::graph::Optimisations;
using explore::graph::TrustSearch;

struct Subject {
  std::string_view name;
  Optimisations optimisations;

  // Awamoche may leave out graphs in which somebody waits for an old write.
  bool mustRun(const GraphEnd& end) const {
    return end.blockedReadLast || (!optimisations.staleReads && !optimisations.inPlace);
  }
};

constexpr Subject kSubjects[] = {
    {"trust", {}},
    {"awamoche", {.staleReads = true, .inPlace = true}},
    {"awamoche-stale", {.staleReads = true, .inPlace = false}},
    {"awamoche-in-place", {.staleReads = false, .inPlace = true}},
};

const Subject& subjectNamed(std::string_view name) {
  for (const Subject& one : kSubjects)
    if (one.name == name) return one;
  return kSubjects[0];
}

std::string nameOf(core::End end) {
  switch (end) {
    case core::End::Complete: return "complete";
    case core::End::Blocked:
    case core::End::Deadlock: return "blocked";
    case core::End::Violated: return "violated";
    case core::End::Abandoned: return "given up";
    default: return "in another way";
  }
}

std::string differences(const Graphs& expected, const FoundGraphs& found, const Subject& subject) {
  std::string out = found.mismatch;
  if (found.twice != 0) out += std::to_string(found.twice) + " graphs visited again\n";
  if (found.redundant != 0) out += std::to_string(found.redundant) + " executions given up\n";
  for (const auto& [graph, end] : expected)
    if (subject.mustRun(end) && !found.graphs.contains(graph)) out += "missing (" + end.end + "):\n" + graph;
  for (const auto& [graph, end] : found.graphs) {
    const auto same = expected.find(graph);
    if (same == expected.end())
      out += "too much (" + end.end + "):\n" + graph;
    else if (same->second.end != end.end)
      out += "ends " + end.end + ", not " + same->second.end + ":\n" + graph;
  }
  return out;
}

// The number of executions of `optimal`, without those it gives up.
std::size_t tracesOf(const Script& script) {
  ScriptedProgram program(script);
  program.keepGoing(true);
  const auto search = explore::searchNamed("optimal")->make({});
  std::size_t count = 0;
  while (true) {
    const core::Execution& execution = program.run(*search);
    if (execution.end != core::End::Abandoned) ++count;
    if (!search->advance(execution)) return count;
  }
}

std::string traceDifference(const Script& script, const Graphs& expected) {
  std::size_t last = 0;
  for (const auto& [graph, end] : expected) last += end.blockedReadLast ? 1 : 0;
  const std::size_t traces = tracesOf(script);
  if (traces == last) return {};
  return "optimal has " + std::to_string(traces) + " executions, and there are " + std::to_string(last) + " graphs\n";
}

class Follower final : public core::Scheduler {
 public:
  explicit Follower(const core::Graph& graph) : graph_(graph) {}

  core::Step next(const core::Execution& execution) override {
    takeIn(execution);
    for (ThreadId t = 0; fits_ && t < graph_.threads(); ++t) {
      if (!play_.canPerform(execution, graph_, t)) continue;
      fits_ = core::sameRequest(play_.nextOf(graph_, t).op, execution.threads[t].pending);
      if (fits_) return play_.perform(graph_, t);
    }
    return core::Step::stop();
  }
  // Whether the execution that has ended is the graph's.
  bool fits(const core::Execution& execution) {
    takeIn(execution);
    return fits_ && play_.performed() == graph_.size();
  }

 private:
  void takeIn(const core::Execution& execution) {
    // What a search leaves out of its graph (CachedReplay::endsWith) is added.
    std::uint32_t added = 0;
    fits_ = fits_ && play_.takeIn(execution, graph_, added);
    for (core::EventId e = graph_.size() - added; e < graph_.size(); ++e)
      fits_ = fits_ && (graph_[e].label == core::Label::Exit || graph_[e].label == core::Label::Join);
  }

  core::Graph graph_;
  explore::graph::Play play_;
  bool fits_ = true;
};

}  // namespace

core::End GraphRuns::next() {
  isCached_ = execution_ != nullptr && search_.replayFromCache();
  if (isCached_) {
    Follower follower(search_.explored());
    const core::Execution& execution = program_.run(follower);
    return follower.fits(execution) ? execution.end : core::End::Running;
  }
  execution_ = &const_cast<core::Execution&>(program_.run(search_));
  execution_->isClosed = execution_->isClosed && isClosed_;
  return execution_->end;
}

std::vector<std::string_view> graphSearches() {
  std::vector<std::string_view> names;
  for (const Subject& one : kSubjects) names.push_back(one.name);
  return names;
}

std::vector<std::string_view> modelNames() {
  std::vector<std::string_view> names;
  for (const models::Model& model : models::models()) names.push_back(model.name);
  return names;
}

FoundGraphs graphsOf(const Script& script, std::string_view name, std::string_view model) {
  constexpr std::size_t kMost = 1'000'000;
  const Subject& subject = subjectNamed(name);
  ScriptedProgram program(script);
  program.keepGoing(true);
  TrustSearch search(*models::modelNamed(model), subject.optimisations);
  FoundGraphs found;
  GraphRuns runs(program, search);
  for (std::size_t executions = 1;; ++executions) {
    const core::End end = runs.next();
    if (end == core::End::Abandoned)
      ++found.redundant;
    else if (!found.graphs.emplace(textOf(search.explored(), program), GraphEnd{nameOf(end)}).second)
      ++found.twice;
    if (!runs.advance()) break;
    if (search.takeBroken()) found = {};
    if (executions == kMost) {
      found.mismatch = "does not come to an end\n";
      break;
    }
  }
  if (search.mismatch()) found.mismatch = "takes the script for nondeterministic\n";
  return found;
}

GraphComparison compareGraphs(const Script& script, std::string_view search, std::span<const std::string_view> models,
                              const OracleLimits& limits) {
  const auto expected = consistentGraphs(script, models, limits);
  if (!expected) return {std::nullopt, true};
  for (std::size_t m = 0; m < models.size(); ++m) {
    const Graphs& graphs = (*expected)[m];
    std::string wrong = differences(graphs, graphsOf(script, search, models[m]), subjectNamed(search));
    if (models[m] == "sc") wrong += traceDifference(script, graphs);
    if (!wrong.empty()) return {std::string(search) + ", " + std::string(models[m]) + ": " + wrong, false};
  }
  return {};
}

}  // namespace heddle::testing
