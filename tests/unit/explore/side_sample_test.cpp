#include "explore/side_sample.h"

#include <gtest/gtest.h>

#include "explore/observe.h"
#include "explore/registry.h"

namespace heddle::explore {
namespace {

using core::Outcome;
using core::Verdict;

Outcome exploreBy(std::string_view name, const Script& script, const Limits& limits) {
  ScriptedProgram program(script);
  const auto search = searchNamed(name)->make({});
  return explore(program, *search, limits);
}

Limits atOnce() {
  Limits limits;
  limits.beside = sampleBeside(0, limits);
  return limits;
}

// T3 must go first. Who goes depth first tries that last, after all that T1 and T2 can do once T1 has looked.
Script farFromTheFirst() {
  Body early{load(0, 1), check(0, 0)};
  early.insert(early.end(), 9, store(0, 1));
  return parallel({early, Body(9, load(1, 0)), {store(1, 1)}});
}

TEST(SideSample, FindsWhatIsFarFromTheFirstExecution) {
  Limits limits = atOnce();
  limits.boundExecutions = 20'000;
  const Outcome alone = exploreBy("source", farFromTheFirst(), {.boundExecutions = limits.boundExecutions});
  EXPECT_EQ(alone.verdict, Verdict::Inconclusive);
  const Outcome outcome = exploreBy("source", farFromTheFirst(), limits);
  EXPECT_EQ(outcome.verdict, Verdict::Violation);
  EXPECT_GT(outcome.sampled, 0u);
  EXPECT_EQ(outcome.executions.violated, 0u);  // it was none of the search's
}

TEST(SideSample, ChangesNoCounts) {
  const Script script = parallel({{store(0, 1), load(0, 1)}, {store(1, 1), load(0, 0)}, {store(0, 2), store(1, 2)}});
  for (const std::string_view name : {"optimal", "optimal-wut", "source", "classic", "trust", "awamoche"}) {
    const Outcome alone = exploreBy(name, script, {}), beside = exploreBy(name, script, atOnce());
    EXPECT_EQ(alone.sampled, 0u) << name;
    EXPECT_GT(beside.sampled, 0u) << name;
    EXPECT_EQ(beside.verdict, Verdict::Safe) << name;
    EXPECT_EQ(beside.executions.complete, alone.executions.complete) << name;
    EXPECT_EQ(beside.executions.total(), alone.executions.total()) << name;
  }
}

TEST(SideSample, IsATenthOfTheTimeAndFiveSecondsAtMost) {
  SideSample sample(1, {});
  EXPECT_FALSE(sample.isDue(0.5));
  EXPECT_TRUE(sample.isDue(1));
  ScriptedProgram program(parallel({{store(0, 1)}, {load(0, 0)}}));
  for (double spent = 0; spent < 0.1;) spent += sample.look(program, 1).seconds;
  EXPECT_FALSE(sample.isDue(1));  // a tenth of that is spent
  EXPECT_TRUE(sample.isDue(60));
}

TEST(Explorer, CountsDeadlocksAsBlockedWhereNobodyAsksAboutThem) {
  Limits limits;
  limits.deadlocks = false;
  const Outcome outcome = exploreNaive(lockOrderInversion(), limits);
  EXPECT_EQ(outcome.verdict, Verdict::Safe);
  EXPECT_GT(outcome.executions.blocked, 0u);
  EXPECT_GT(outcome.executions.complete, 0u);
}

}  // namespace
}  // namespace heddle::explore
