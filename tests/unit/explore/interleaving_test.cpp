#include "explore/graph/interleaving.h"

#include <gtest/gtest.h>

#include "explore/graph/trust.h"
#include "explore/replay.h"
#include "support/graph_compare.h"
#include "support/weak_script.h"

namespace heddle::testing {
namespace {

using core::Step;
using explore::graph::interleavingOf;
using explore::graph::TrustSearch;

struct Told {
  unsigned graphs = 0;
  unsigned interleavings = 0;
};

// Of all graphs of a script, how many can be told so. What is told must be what the graph says.
Told tell(const Script& script, const char* model) {
  ScriptedProgram program(script);
  program.keepGoing(true);
  TrustSearch search(*models::modelNamed(model));
  GraphRuns runs(program, search, /*isClosed=*/false);
  Told told;
  do {
    runs.next();
    ++told.graphs;
    const std::vector<Step> steps = interleavingOf(search.explored());
    told.interleavings += steps.empty() && search.explored().size() != 0 ? 0 : 1;
  } while (runs.advance());
  return told;
}

TEST(Interleaving, OfStoreBuffering) {
  const auto relaxed = [](Statement statement) { return with(core::Order::Relaxed, statement); };
  const Told told = tell(
      parallel({{relaxed(store(0, 1)), relaxed(load(0, 1))}, {relaxed(store(1, 1)), relaxed(load(0, 0))}}), "rc11");
  EXPECT_EQ(told.graphs, 4u);
  EXPECT_EQ(told.interleavings, 3u) << "one of them must see the other's store";
}

TEST(Interleaving, ExactlyTheGraphsOfScHaveOne) {
  for (std::uint64_t i = 0; i < 300; ++i) {
    const Script script = randomWeakScript(23, i);
    const Told strong = tell(script, "sc");
    EXPECT_EQ(strong.interleavings, strong.graphs) << text(script);
    EXPECT_EQ(tell(script, "rc11").interleavings, strong.graphs) << text(script);
  }
}

// Run under one memory, each step finds what it finds in the graph.
TEST(Interleaving, ReadsWhatTheGraphSays) {
  for (std::uint64_t i = 0; i < 300; ++i) {
    ScriptedProgram program(randomWeakScript(29, i));
    program.keepGoing(true);
    TrustSearch search(*models::modelNamed("sc"));
    bool more = true;
    while (more) {
      const core::Execution& execution = program.run(search);
      const core::Graph graph = search.explored();
      more = search.advance(execution);
      if (graph.blocked() != 0) continue;  // those who wait take no step
      explore::Replay replay(interleavingOf(graph));
      const core::Execution& again = program.run(replay);
      ASSERT_EQ(replay.divergence(), std::nullopt) << i;
      std::vector<std::uint32_t> done(graph.threads());
      for (const core::Event& event : again.trace) {
        std::uint32_t& at = done[event.thread];
        if (at == graph.eventsOf(event.thread)) continue;  // it exits, which the search has not seen yet
        const core::GraphEvent& known = graph[graph.thread(event.thread)[at]];
        at += known.label == core::Label::Read && known.isExclusive ? 2 : 1;
        if (known.label == core::Label::Read) ASSERT_EQ(event.read, known.value) << i;
      }
    }
  }
}

}  // namespace
}  // namespace heddle::testing
