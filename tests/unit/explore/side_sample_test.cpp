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
  limits.besideEvery = 10;
  limits.beside = sampleBeside(limits);
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

TEST(SideSample, IsATenthOfTheExecutions) {
  SideSample sample{Limits{}};
  ScriptedProgram program(parallel({{store(0, 1)}, {load(0, 0)}}));
  EXPECT_FALSE(sample.look(program, {.executions = 255, .seconds = 0.5}));
  const auto first = sample.look(program, {.executions = 256, .seconds = 0.01});
  ASSERT_TRUE(first);
  EXPECT_EQ(first->executions.total(), 25u);
  EXPECT_FALSE(sample.look(program, {.executions = 511, .seconds = 100}));
  EXPECT_TRUE(sample.look(program, {.executions = 512, .seconds = 0.02}));
}

TEST(SideSample, IsATenthOfTheTimeWhereExecutionsTakeLong) {
  SideSample sample{Limits{}};
  ScriptedProgram program(parallel({{store(0, 1)}, {load(0, 0)}}));
  EXPECT_FALSE(sample.look(program, {.executions = 2, .seconds = 0.9}));
  double spent = 0;
  while (const auto seen = sample.look(program, {.executions = 2, .seconds = 1})) spent += seen->seconds;
  EXPECT_LE(spent, 0.15);
  EXPECT_TRUE(sample.look(program, {.executions = 2, .seconds = 60}));
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
