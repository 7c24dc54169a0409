#include "explore/replay.h"

#include <gtest/gtest.h>

#include "explore/graph/trust.h"
#include "explore/observe.h"
#include "explore/random.h"
#include "explore/shorten.h"

namespace heddle::explore {
namespace {

using core::Found;
using core::Step;

// A violation found by a random schedule, which switches a lot.
Found findByChance(ScriptedProgram& program, std::uint64_t seed) {
  RandomSearch search(seed, 10'000);
  const core::Outcome outcome = explore(program, search, {});
  EXPECT_EQ(outcome.found.size(), 1u);
  return outcome.found.at(0);
}

void expectShows(ScriptedProgram& program, const std::vector<Step>& schedule, const core::Violation& violation) {
  Replay replay(schedule);
  const core::Execution& execution = program.run(replay);
  EXPECT_EQ(replay.divergence(), std::nullopt);
  ASSERT_TRUE(execution.violation.has_value());
  EXPECT_EQ(execution.violation->kind, violation.kind);
  EXPECT_EQ(execution.violation->site, violation.site);
}

TEST(Replay, RepeatsAViolation) {
  ScriptedProgram program(torn(3));
  const Found found = findByChance(program, 1);
  expectShows(program, found.schedule, found.violation);
  const core::Trace trace = program.trace();
  EXPECT_EQ(trace.schedule.size(), found.schedule.size());
  ASSERT_TRUE(trace.violation.has_value());
  EXPECT_EQ(trace.violation->thread, "T1");
}

TEST(Replay, RepeatsChoices) {
  ScriptedProgram program(parallel({{choose(0, 10), check(0, 3)}}));
  NaiveSearch search;
  const core::Outcome outcome = explore(program, search, keepGoing());
  ASSERT_EQ(outcome.found.size(), 1u);
  EXPECT_EQ(outcome.found[0].executions, 9u);
  Replay seven({{1, 7}});
  EXPECT_EQ(program.run(seven).end, core::End::Violated);
  Replay three({{1, 3}});
  EXPECT_EQ(program.run(three).end, core::End::Complete);
  EXPECT_EQ(three.divergence(), std::nullopt);
}

std::string divergenceOf(const std::vector<Step>& schedule, const Body& body = {choose(0, 2), lock(0), lock(0)}) {
  ScriptedProgram program(parallel({body}));
  Replay replay(schedule);
  program.run(replay);
  return replay.divergence().value_or("none");
}

TEST(Replay, SaysWhereItDiverges) {
  EXPECT_EQ(divergenceOf({{1}, {1}}), "none");
  EXPECT_EQ(divergenceOf({{1}}), "step 2: the schedule has ended, but the program goes on");
  EXPECT_EQ(divergenceOf({{1}, {5}}), "step 2: the thread does not exist at that point");
  EXPECT_EQ(divergenceOf({{1}, {0}}), "step 2: the thread cannot go on at that point");
  EXPECT_EQ(divergenceOf({{1, 2}, {1}}), "step 1: the chosen value is out of range");
  EXPECT_EQ(divergenceOf({{1}, {1}, {1}}), "step 3: the thread cannot go on at that point");
  EXPECT_EQ(divergenceOf({{1}, {1}}, {choose(0, 2)}), "the program ended after step 1, but the schedule has 2 steps");
}

TEST(Shorten, FindsTheStoryWithFewSwitches) {
  ScriptedProgram program(torn(6));
  const Found found = findByChance(program, 4);
  Found better = found;
  shorten(program, better);
  const std::vector<Step> best = better.schedule;
  // T1's first load, T2, T1's second load
  EXPECT_GT(core::contextSwitches(found.schedule), 2u);
  EXPECT_EQ(core::contextSwitches(best), 2u);
  expectShows(program, best, found.violation);
}

TEST(Shorten, ADeadlockNeedsOnePreemption) {
  ScriptedProgram program(lockOrderInversion());
  const Found found = findByChance(program, 2);
  Found better = found;
  shorten(program, better);
  const std::vector<Step> best = better.schedule;
  EXPECT_EQ(core::contextSwitches(best), 1u);  // T1 takes one, T2 takes the other
  expectShows(program, best, found.violation);
}

TEST(Shorten, NeverAnswersSomethingWorse) {
  ScriptedProgram program(torn(6));
  const Found found = findByChance(program, 4);
  const auto sameAs = [&](const std::vector<Step>& steps) {
    return std::equal(steps.begin(), steps.end(), found.schedule.begin(), found.schedule.end(),
                      [](const Step& x, const Step& y) { return x.thread == y.thread && x.choice == y.choice; });
  };
  Found same = found;
  shorten(program, same, {.executions = 1, .seconds = 0.5});
  EXPECT_TRUE(sameAs(same.schedule));
  shorten(program, same, {.executions = 20'000, .seconds = 0});
  EXPECT_TRUE(sameAs(same.schedule));
}

TEST(Shorten, TellsAGraphAsAnInterleaving) {
  ScriptedProgram program(torn(3));
  graph::TrustSearch search(*models::modelNamed("sc"));
  const core::Outcome outcome = explore(program, search, {});
  ASSERT_EQ(outcome.found.size(), 1u);
  Found found = outcome.found[0];
  ASSERT_TRUE(found.isGraph);
  shorten(program, found, {.executions = 0, .seconds = 0});
  EXPECT_FALSE(found.isGraph);
  expectShows(program, found.schedule, found.violation);
}

}  // namespace
}  // namespace heddle::explore
