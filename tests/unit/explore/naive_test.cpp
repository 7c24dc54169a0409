#include "explore/naive.h"

#include <gtest/gtest.h>

#include "explore/observe.h"

namespace heddle::explore {
namespace {

using core::Verdict;

TEST(Naive, StoreBuffering) {
  const Script script = parallel({{store(0, 1), load(0, 1)}, {store(1, 1), load(0, 0)}});
  // Both stores first in 4 of the 6 interleavings; SC forbids 0 0.
  const Seen expected{{{0, 1}, 1}, {{1, 0}, 1}, {{1, 1}, 4}};
  EXPECT_EQ(observe(script, {{1, 0}, {2, 0}}), expected);
  const core::Outcome outcome = exploreNaive(script);
  EXPECT_EQ(outcome.verdict, Verdict::Safe);
  EXPECT_EQ(outcome.executions.complete, 6u);
  EXPECT_EQ(outcome.executions.total(), 6u);
}

TEST(Naive, ThreeThreadsOfThreeWrites) {
  const Script script = parallel({{store(0, 1), store(0, 2), store(0, 3)},
                                  {store(0, 4), store(0, 5), store(0, 6)},
                                  {store(0, 7), store(0, 8), store(0, 9)}},
                                 {load(0, 0)});
  // 9! / 3!^3 interleavings; each thread's last write is the last one in a third of them.
  const Seen expected{{{3}, 560}, {{6}, 560}, {{9}, 560}};
  EXPECT_EQ(observe(script, {{0, 0}}), expected);
}

TEST(Naive, LocalOpsDoNotBranch) {
  // Spawns, joins, fences and exits are run at once: one interleaving only.
  const Script script = parallel({{fence(), fence(), store(0, 1), fence()}, {fence(), fence()}, {}});
  EXPECT_EQ(exploreNaive(script).executions.total(), 1u);
}

TEST(Naive, TwoMayJoinTheSameThread) {
  const Script script{.threads = {{spawn(1), spawn(2), join(1), store(0, 2)}, {store(0, 1)}, {join(1), load(0, 0)}}};
  const Seen expected{{{1}, 1}, {{2}, 1}};
  EXPECT_EQ(observe(script, {{2, 0}}), expected);
}

TEST(Naive, AJoinedThreadIsOver) {
  const Script script{.threads = {{spawn(1), join(1), spawn(2), load(0, 0), join(2)}, {store(0, 1)}, {store(0, 2)}}};
  const Seen expected{{{1}, 1}, {{2}, 1}};
  EXPECT_EQ(observe(script, {{0, 0}}), expected);
}

TEST(Naive, ThreadsSpawnedByThreads) {
  const Script script{.threads = {{spawn(1), load(0, 0)}, {spawn(2), store(0, 1), join(2)}, {store(0, 2)}}};
  // Three ops in any order; what main sees is the last store before its load.
  const Seen expected{{{0}, 2}, {{1}, 2}, {{2}, 2}};
  EXPECT_EQ(observe(script, {{0, 0}}), expected);
}

TEST(Naive, CriticalSectionsExcludeEachOther) {
  const Body increment{lock(0), load(0, 1), add(1, 1, 1), unlock(0)};
  const Script script = parallel({increment, increment});
  // While one holds the lock the other cannot go on: only who comes first is open.
  const Seen expected{{{0, 1}, 1}, {{1, 0}, 1}};
  EXPECT_EQ(observe(script, {{1, 0}, {2, 0}}), expected);
}

TEST(Naive, ChooseTakesEveryValueOnce) {
  const Script script = parallel({{choose(0, 3), choose(1, 2)}});
  const Seen expected{{{0, 0}, 1}, {{0, 1}, 1}, {{1, 0}, 1}, {{1, 1}, 1}, {{2, 0}, 1}, {{2, 1}, 1}};
  EXPECT_EQ(observe(script, {{1, 0}, {1, 1}}), expected);
}

TEST(Naive, ChoicesMultiplyWithInterleavings) {
  const Script script = parallel({{choose(0, 3), store(0, r(0))}, {load(0, 0)}});
  const Seen expected{{{0}, 4}, {{1}, 1}, {{2}, 1}};  // 3 times the load first, 3 times last
  EXPECT_EQ(observe(script, {{2, 0}}), expected);
}

TEST(Naive, AnAwaitIsEnabledOnlyWhileItHolds) {
  const Script script = parallel({{await(0, 0, 1), load(1, 1)}, {store(1, 7), store(0, 1)}});
  const Seen expected{{{1, 7}, 1}};
  EXPECT_EQ(observe(script, {{1, 0}, {1, 1}}), expected);
}

TEST(Naive, AFalseAssumeBlocks) {
  const core::Outcome outcome = exploreNaive(parallel({{load(0, 0), assume(0, 1)}, {store(0, 1)}}));
  EXPECT_EQ(outcome.verdict, Verdict::Safe);
  EXPECT_EQ(outcome.executions.complete, 1u);
  EXPECT_EQ(outcome.executions.blocked, 1u);
}

TEST(Naive, TheSameThreadGoesOnFirst) {
  ScriptedProgram program(parallel({{store(0, 1), store(0, 2)}, {store(0, 3), store(0, 4)}}));
  NaiveSearch search;
  program.run(search);
  std::vector<ThreadId> threads;
  for (const core::Step& step : search.schedule()) threads.push_back(step.thread);
  EXPECT_EQ(threads, (std::vector<ThreadId>{1, 1, 2, 2}));
}

TEST(Naive, PreemptionBoundCountsOnlyPreemptions) {
  const Script script = parallel({{store(0, 1), store(0, 2)}, {store(0, 3), store(0, 4)}});
  // Of the 6 interleavings 2 run a thread through, 2 have one preemption
  // (T1 T2 T2 T1 and its mirror image), 2 alternate: two preemptions.
  const std::vector<std::uint64_t> expected{2, 4, 6};
  for (unsigned bound = 0; bound < expected.size(); ++bound) {
    const core::Outcome outcome = exploreNaive(script, {}, bound);
    EXPECT_EQ(outcome.executions.total(), expected[bound]) << "bound " << bound;
    EXPECT_EQ(outcome.verdict, bound < 2 ? Verdict::Inconclusive : Verdict::Safe) << "bound " << bound;
  }
}

TEST(Naive, ABlockedThreadIsLeftForFree) {
  // T1 must wait for T2: leaving it there is no preemption.
  const core::Outcome outcome = exploreNaive(parallel({{await(0, 0, 1), store(1, 1)}, {store(0, 1)}}), {}, 0);
  EXPECT_EQ(outcome.executions.complete, 1u);
}

TEST(Naive, SeesThatTheProgramDoesNotRepeatItself) {
  const Script script = parallel({{load(0, 0), storeRun(1)}, {store(0, 1)}});
  const core::Outcome outcome = exploreNaive(script);
  EXPECT_EQ(outcome.verdict, Verdict::Violation);
  ASSERT_EQ(outcome.found.size(), 1u);
  EXPECT_EQ(outcome.found[0].violation.kind, core::ViolationKind::Nondeterminism);
  EXPECT_NE(outcome.found[0].violation.message.find("the program under test is nondeterministic"), std::string::npos);
  EXPECT_EQ(outcome.found[0].violation.site, ScriptedProgram::siteOf(1, 1));
}

// Behaves like one script in the first run and like another one later.
class Fickle final : public core::Program {
 public:
  Fickle(Script first, Script later) : first_(std::move(first)), later_(std::move(later)) {}
  const core::Execution& run(core::Scheduler& s) override { return runs_++ == 0 ? first_.run(s) : later_.run(s); }
  void keepGoing(bool) override {}
  void record(bool) override {}
  core::Trace trace() const override { return {}; }
  core::ThreadTable& threads() override { return first_.threads(); }

 private:
  ScriptedProgram first_, later_;
  int runs_ = 0;
};

TEST(Naive, SeesThatTheProgramAsksForAnotherOp) {
  Fickle program(parallel({{fence(), choose(0, 2)}}), Script{.threads = {{fence()}}});
  NaiveSearch search;
  const core::Outcome outcome = explore(program, search, {});
  ASSERT_EQ(outcome.found.size(), 1u);
  EXPECT_EQ(outcome.found[0].violation.kind, core::ViolationKind::Nondeterminism);
}

// Asks once in its first run and not at all later.
class EndsEarly final : public core::Program {
 public:
  const core::Execution& run(core::Scheduler& scheduler) override {
    execution_.end = core::End::Running;
    execution_.threads = {{core::Op{.a = 2, .kind = core::OpKind::Choose}, core::ThreadStatus::Ready}};
    if (runs_++ == 0) scheduler.next(execution_);
    execution_.end = core::End::Complete;
    return execution_;
  }
  void keepGoing(bool) override {}
  void record(bool) override {}
  core::Trace trace() const override { return {}; }
  core::ThreadTable& threads() override { return table_; }

 private:
  core::Execution execution_;
  core::ThreadTable table_;
  int runs_ = 0;
};

TEST(Naive, SeesAnEndWithinThePrefix) {
  EndsEarly program;
  NaiveSearch search;
  const core::Outcome outcome = explore(program, search, {});
  ASSERT_EQ(outcome.found.size(), 1u);
  EXPECT_EQ(outcome.found[0].violation.kind, core::ViolationKind::Nondeterminism);
}

}  // namespace
}  // namespace heddle::explore
