// Executions that a search knows without running them: the same ones, with few
// runs; and none where threads share more than events. That they are the right
// ones is checked on random scripts too (support/graph_compare.h).
#include <gtest/gtest.h>

#include <set>

#include "explore/explorer.h"
#include "explore/graph/trust.h"
#include "support/graph_compare.h"

namespace heddle::explore::graph {
namespace {

using namespace heddle::testing;

struct Explored {
  unsigned run = 0;
  unsigned cached = 0;
  std::set<std::string> graphs;
};

Explored exploreAll(const Script& script, bool isClosed) {
  ScriptedProgram program(script);
  TrustSearch search(*models::modelNamed("rc11"), {.staleReads = true, .inPlace = true});
  Explored explored;
  GraphRuns runs(program, search, isClosed);
  while (true) {
    const core::End end = runs.next();
    ++(runs.isCached() ? explored.cached : explored.run);
    if (runs.isCached()) EXPECT_EQ(end, core::End::Complete);
    EXPECT_TRUE(explored.graphs.insert(textOf(search.explored(), program)).second);
    if (!runs.advance()) return explored;
  }
}

// Three readers of a word that is written once: 8 graphs. A reader's tree has two
// branches; once both are known for each, there is nothing new.
TEST(CachedReplay, RunsOnlyWhatIsNew) {
  const Script script = parallel({{store(0, 1)}, {load(0, 0)}, {load(0, 0)}, {load(0, 0)}});
  const Explored open = exploreAll(script, false);
  EXPECT_EQ(open.run, 8u);
  EXPECT_EQ(open.cached, 0u);
  const Explored closed = exploreAll(script, true);
  EXPECT_EQ(closed.run + closed.cached, 8u);
  EXPECT_LE(closed.run, 4u);
  EXPECT_EQ(closed.graphs, open.graphs);
}

// What a thread does depends on what it found, and so do the threads it spawns.
TEST(CachedReplay, ThreadsThatGoDifferentWays) {
  const Script script{.threads = {{spawn(1), spawn(2), join(1), join(2)},
                                  {store(0, 1), store(1, 1)},
                                  {load(0, 0), skipIf(0, 1, 2), spawn(3), join(3), add(1, 0, 1)},
                                  {load(0, 1), choose(1, 2), store(1, 2)}}};
  const Explored open = exploreAll(script, false);
  const Explored closed = exploreAll(script, true);
  EXPECT_EQ(closed.graphs, open.graphs);
  EXPECT_GT(closed.cached, 0u);
}

// Whoever waits in vain is not cached: how the execution ends is for a run to say.
TEST(CachedReplay, WaitsAreRun) {
  const Script script = parallel({{store(0, 1)}, {awaitNot(0, 0, 0), awaitNot(0, 1, 0)}});
  EXPECT_EQ(exploreAll(script, true).cached, 0u);
}

// Only the execution in which both threads go on has accesses of different sizes
// to one word. It must be seen, though all that each thread does was seen.
TEST(CachedReplay, SizesThatMeetAreNotReplayedFromTheCache) {
  const Script script = parallel({{load(0, 0), skipIf(0, 0, 1), store(2, 1)},
                                  {load(0, 1), skipIf(0, 0, 1), part(store(2, 1), 0, 4)},
                                  {store(0, 1)},
                                  {store(1, 1)}});
  ScriptedProgram program(script);
  TrustSearch search(*models::modelNamed("rc11"));
  EXPECT_TRUE(heddle::explore::explore(program, search, {}).hasBroken(core::Assumption::OneSize));
}

// Whether somebody else joins the thread too is not seen from one of the two.
TEST(CachedReplay, ThreadsThatOthersJoinAreRun) {
  const auto script = [](unsigned joiner) {
    Script made{.threads = {{spawn(1), spawn(2), spawn(3), spawn(4), spawn(5), join(2), join(3), join(4), join(5)},
                            {store(0, 1)},
                            {load(0, 0)},
                            {load(0, 0)},
                            {load(0, 0)},
                            {}}};
    made.threads[joiner].push_back(join(1));
    return made;
  };
  EXPECT_GT(exploreAll(script(0), true).cached, 0u);
  EXPECT_EQ(exploreAll(script(5), true).cached, 0u);
}

TEST(CachedReplay, CountsAsCompleteExecutions) {
  const Script script = parallel({{store(0, 1)}, {load(0, 0)}, {load(0, 0)}, {load(0, 0)}});
  ScriptedProgram program(script);
  TrustSearch search(*models::modelNamed("rc11"));
  EXPECT_EQ(heddle::explore::explore(program, search, {}).executions.complete, 8u);
  TrustSearch again(*models::modelNamed("rc11"));
  Limits limits;
  limits.boundExecutions = 7;
  EXPECT_EQ(heddle::explore::explore(program, again, limits).executions.complete, 7u);
}

}  // namespace
}  // namespace heddle::explore::graph
