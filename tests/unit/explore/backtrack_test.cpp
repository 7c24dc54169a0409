// Source-DPOR and classic DPOR: they complete every Mazurkiewicz trace exactly
// once, and abandon what runs into a sleep set.
#include <gtest/gtest.h>

#include "explore/expect_traces.h"
#include "explore/explorer.h"
#include "explore/limited_program.h"
#include "explore/small_scripts.h"

namespace heddle::explore {
namespace {

const std::vector<std::string_view> kBacktrack{"source", "classic"};

TEST(Backtrack, CompletesTheTracesOfSmallScripts) {
  for (const SmallScript& small : smallScripts()) {
    SCOPED_TRACE(small.name);
    expectTraces(kBacktrack, small.script, small.traces);
  }
}

// Source Sets, Figure 1 with more readers: persistent sets hold all threads, a
// source set only one more than the first.
TEST(Backtrack, SourceSetsAbandonNothingWhereOneInitialIsEnough) {
  std::vector<Body> bodies{{store(0, 1)}};
  for (unsigned i = 0; i < 3; ++i) bodies.push_back({load(0, 1 + i), load(1, 0)});
  const Script script = parallel(bodies);
  const auto source = searchNamed("source")->make({});
  const Explored explored = exploreTraces(script, *source);
  EXPECT_EQ(explored.traces.size(), 8u);  // each reader before the write or after it
  EXPECT_EQ(explored.redundant, 0u);
}

// What makes a difference between source and optimal (Source Sets, section 6).
TEST(Backtrack, SourceSetsRunIntoSleepSetsNowAndThen) {
  unsigned redundant = 0;
  for (std::uint64_t i = 0; i < 300; ++i) {
    const Script script = randomScript(77, i, {.maxInterleavings = 2'000});
    const auto source = searchNamed("source")->make({});
    redundant += exploreTraces(script, *source).redundant;
  }
  EXPECT_GT(redundant, 0u);
}

TEST(Backtrack, LongRunsAreNotRecursive) {
  Script script{.threads = {{spawn(1), spawn(2)}, Body(200'000, store(0, 1)), Body(200'000, store(1, 1))}};
  script.threads[1].push_back(store(2, 1));
  script.threads[2].push_back(store(2, 2));
  for (const std::string_view name : kBacktrack) {
    ScriptedProgram program(script);
    const auto search = searchNamed(name)->make({});
    unsigned complete = 0;
    for (bool more = true; more;) {
      const core::Execution& execution = program.run(*search);
      complete += execution.end == core::End::Complete ? 1 : 0;
      more = search->advance(execution);
    }
    EXPECT_EQ(complete, 2u) << name;
  }
}

TEST(Backtrack, SeesThatTheProgramDoesNotRepeatItself) {
  const Script script = parallel({{storeRun(1)}, {store(0, 1)}, {load(0, 0)}});
  for (const std::string_view name : kBacktrack) {
    ScriptedProgram program(script);
    const auto search = searchNamed(name)->make({});
    const core::Outcome outcome = explore(program, *search, {});
    ASSERT_EQ(outcome.found.size(), 1u) << name;
    EXPECT_EQ(outcome.found[0].violation.kind, core::ViolationKind::Nondeterminism) << name;
  }
}

TEST(Backtrack, GoesOnAfterACut) {
  for (const std::string_view name : kBacktrack) {
    const auto search = searchNamed(name)->make({});
    LimitedProgram program(5);
    const core::Outcome outcome = explore(program, *search, {});
    EXPECT_EQ(outcome.verdict, core::Verdict::Inconclusive) << name;
    EXPECT_GT(outcome.executions.cut, 1u) << name;
  }
}

}  // namespace
}  // namespace heddle::explore
