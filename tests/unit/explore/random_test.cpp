#include "explore/random.h"

#include <gtest/gtest.h>

#include "explore/observe.h"

namespace heddle::explore {
namespace {

using Schedules = std::vector<std::vector<std::pair<ThreadId, std::uint64_t>>>;

Schedules sample(std::uint64_t seed, unsigned executions) {
  ScriptedProgram program(parallel({{store(0, 1), choose(0, 5), store(0, r(0))}, {store(0, 3), load(0, 0)}}));
  RandomSearch search(seed, executions);
  Schedules out;
  bool more = true;
  while (more) {
    const core::Execution& execution = program.run(search);
    out.emplace_back();
    for (const core::Step& step : search.schedule())
      out.back().emplace_back(step.thread, static_cast<std::uint64_t>(step.choice));
    more = search.advance(execution);
  }
  return out;
}

TEST(Random, TheSeedDecidesEverything) {
  EXPECT_EQ(sample(7, 50), sample(7, 50));
  EXPECT_NE(sample(7, 50), sample(8, 50));
  EXPECT_EQ(sample(7, 50).size(), 50u);
}

TEST(Random, TheGeneratorIsTheSameEverywhere) {
  // splitmix64 from 0, as published; then xoshiro256** on those four words.
  RandomNumbers numbers(0);
  EXPECT_EQ(numbers.next(), 0x99ec5f36cb75f2b4u);
}

TEST(Random, NumbersAreInRangeAndAllOccur) {
  RandomNumbers numbers(1);
  std::vector<unsigned> seen(7);
  for (int i = 0; i < 7000; ++i) ++seen.at(numbers.below(7));
  for (const unsigned count : seen) {
    EXPECT_GT(count, 800u);
    EXPECT_LT(count, 1200u);
  }
}

TEST(Random, ReachesEveryOutcomeOfASmallProgram) {
  const Script script = parallel({{store(0, 1), load(0, 1)}, {store(1, 1), choose(1, 3), load(0, 0)}});
  RandomSearch random(5, 2000);
  NaiveSearch naive;
  std::set<FinalState> sampled, all;
  for (const auto& [state, count] : statesOf(script, random)) sampled.insert(state);
  for (const auto& [state, count] : statesOf(script, naive)) all.insert(state);
  EXPECT_EQ(sampled, all);
}

TEST(Random, FindsAPlantedBug) {
  ScriptedProgram program(torn(2));
  RandomSearch search(1, 1000);
  const core::Outcome outcome = explore(program, search, {});
  EXPECT_EQ(outcome.verdict, core::Verdict::Violation);
  EXPECT_LT(outcome.executions.total(), 1000u);
}

TEST(Random, ASampleProvesNothing) {
  ScriptedProgram program(parallel({{store(0, 1)}}));
  RandomSearch search(1, 10);
  const core::Outcome outcome = explore(program, search, {});
  EXPECT_EQ(outcome.verdict, core::Verdict::Inconclusive);
  EXPECT_EQ(outcome.executions.complete, 10u);
  EXPECT_EQ(outcome.why, "the search is a random sample");
}

TEST(Random, GoesOnAfterACut) {
  ScriptedProgram program(parallel({{load(0, 0), skipIf(0, 0, 1), hang()}, {store(0, 1)}}));
  RandomSearch search(1, 100);
  const core::Outcome outcome = explore(program, search, {});
  EXPECT_EQ(outcome.verdict, core::Verdict::Inconclusive);
  EXPECT_GT(outcome.executions.cut, 0u);
  EXPECT_GT(outcome.executions.complete, 0u);
  EXPECT_EQ(outcome.executions.total(), 100u);
}

}  // namespace
}  // namespace heddle::explore
