// The searches that run every Mazurkiewicz trace exactly once: in polynomial
// memory and with wakeup trees.
#include <gtest/gtest.h>

#include "explore/expect_traces.h"
#include "explore/explorer.h"
#include "explore/limited_program.h"
#include "explore/small_scripts.h"

namespace heddle::explore {
namespace {

const std::vector<std::string_view> kOptimal{"optimal", "optimal-wut"};

TEST(Optimal, RunsTheTracesOfSmallScripts) {
  for (const SmallScript& small : smallScripts()) {
    SCOPED_TRACE(small.name);
    expectTraces(kOptimal, small.script, small.traces);
  }
}

// Scripts on which a search was wrong once.
TEST(Optimal, FoundByFuzzing) {
  const std::vector<std::pair<const char*, Script>> scripts{
      {"a section that touches words depending on data",
       {.threads = {{spawn(1), spawn(2), join(2), post(2)},
                    {atomicBegin(), load(0, 2), assume(0, 0), store(0, 1), atomicEnd()},
                    {store(1, 2), spawn(3)},
                    {exchange(0, 0, 2)}}}},
      {"a compare-exchange of 16 bytes over a try-lock",
       {.threads = {{spawn(1), part(cas(0, 1, 1, 2), 0, 16)}, {add(0, 1, 1), lock(2), tryLock(1, 1), unlock(2)}}}},
      {"a blocked await on bytes that others write one by one",
       {.threads = {{spawn(1), spawn(2), spawn(3)},
                    {part(exchange(1, 0, 1), 4, 4)},
                    {awaitLess(1, 0, 2)},
                    {part(store(0, 2), 1, 2)}}}},
      {"an await beside a section",
       {.threads = {{spawn(1), spawn(3)},
                    {spawn(2), store(0, 2)},
                    {atomicBegin(), load(0, 0), load(1, 0), atomicEnd()},
                    {awaitNot(0, 0, 2)}}}},
      {"an await of 16 bytes that never runs",
       {.threads = {{spawn(1), spawn(2), add(1, 0, 1)}, {part(awaitLess(1, 0, 1), 0, 16)}, {add(0, 1, 2)}},
        .words = 3}},
      {"two threads join one",
       {.threads = {{spawn(1), spawn(2), join(1), store(0, 2)}, {store(0, 1)}, {join(1), load(0, 0)}}}},
  };
  for (const auto& [name, script] : scripts) {
    const auto wrong = reductionDisagrees(script);
    EXPECT_FALSE(wrong) << name << ": " << *wrong << "\n" << text(script);
  }
}

// T1 waits for a word that the others add to, T2 only if it does not see what T1
// does after its wait. First T1 goes on, T2 adds nothing and T3 does; but when
// T3 goes before T1, T2 always adds, and its addition should have been the first.
// Without wakeup trees the execution that begins with T3 would be redundant.
TEST(Optimal, BeginsAnewBeforeADeadEnd) {
  const Script script =
      parallel({{awaitLess(0, 0, 1), store(1, 1)}, {load(0, 1), skipIf(0, 1, 1), post(0)}, {post(0)}});
  ScriptedProgram program(script);
  const auto search = searchNamed("optimal")->make({.dependence = dpor::dependenceNamed("commuting")});
  unsigned executions = 0;
  unsigned restarts = 0;
  for (bool more = true; more;) {
    const core::Execution& execution = program.run(*search);
    EXPECT_NE(execution.end, core::End::Abandoned);
    more = search->advance(execution);
    ++executions;
    if (search->takeBroken()) {
      EXPECT_EQ(executions, 1u);
      ++restarts;
    }
  }
  EXPECT_EQ(restarts, 1u);
  for (const std::string_view name : kOptimal) {
    const auto wrong = searchDisagrees(script, traces(script, Posts::Commute), name, Posts::Commute);
    EXPECT_FALSE(wrong) << *wrong;
  }
  const auto again = searchNamed("optimal")->make({.dependence = dpor::dependenceNamed("commuting")});
  Limits limits;
  limits.stopAtFirst = false;
  const core::Outcome outcome = explore(program, *again, limits);
  EXPECT_EQ(outcome.executions.redundant, 0u);
  EXPECT_EQ(outcome.executions.total(), traces(script, Posts::Commute).count());
}

// Two threads of independent steps and a conflict between their last ones.
Script longRun(std::size_t length) {
  Script script{.threads = {{spawn(1), spawn(2)}, Body(length, store(0, 1)), Body(length, store(1, 1))}};
  script.threads[1].push_back(store(2, 1));
  script.threads[2].push_back(store(2, 2));
  return script;
}

TEST(Optimal, AMillionEvents) {
  const Script script = longRun(500'000);
  for (const std::string_view name : kOptimal) {
    ScriptedProgram program(script);
    const auto search = searchNamed(name)->make({});
    std::vector<std::size_t> lengths;
    for (bool more = true; more;) {
      const core::Execution& execution = program.run(*search);
      EXPECT_EQ(execution.end, core::End::Complete);
      lengths.push_back(execution.trace.size());
      more = search->advance(execution);
    }
    EXPECT_EQ(lengths, (std::vector<std::size_t>{1'000'007, 1'000'007})) << name;  // with 2 spawns and 3 exits
  }
}

TEST(Optimal, SeesThatTheProgramDoesNotRepeatItself) {
  const Script script = parallel({{storeRun(1)}, {store(0, 1)}, {load(0, 0)}});
  for (const std::string_view name : kOptimal) {
    ScriptedProgram program(script);
    const auto search = searchNamed(name)->make({});
    const core::Outcome outcome = explore(program, *search, {});
    EXPECT_EQ(outcome.verdict, core::Verdict::Violation) << name;
    ASSERT_EQ(outcome.found.size(), 1u) << name;
    EXPECT_EQ(outcome.found[0].violation.kind, core::ViolationKind::Nondeterminism) << name;
  }
}

// An execution that is cut, before or after the step that was answered last.
TEST(Optimal, GoesOnAfterACut) {
  for (const std::string_view name : kOptimal) {
    const auto search = searchNamed(name)->make({});
    LimitedProgram program(5);
    const core::Outcome outcome = explore(program, *search, {});
    EXPECT_EQ(outcome.verdict, core::Verdict::Inconclusive) << name;
    EXPECT_GT(outcome.executions.cut, 1u) << name;
  }
}

TEST(Optimal, StopsAtAnEndlessLoop) {
  const Script script = parallel({{load(0, 0), skipIf(0, 0, 1), hang()}, {store(0, 1)}});
  for (const std::string_view name : kOptimal) {
    ScriptedProgram program(script);
    const auto search = searchNamed(name)->make({});
    EXPECT_EQ(explore(program, *search, {}).verdict, core::Verdict::Inconclusive) << name;
  }
}

}  // namespace
}  // namespace heddle::explore
