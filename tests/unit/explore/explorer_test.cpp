#include "explore/explorer.h"

#include <gtest/gtest.h>

#include "explore/observe.h"
#include "explore/registry.h"

namespace heddle::explore {
namespace {

using core::Outcome;
using core::Verdict;
using core::ViolationKind;

// Far too many interleavings to enumerate.
Script huge() {
  const Body busy(12, store(0, 1));
  return parallel({busy, busy, busy});
}

TEST(Explorer, StopsAtTheFirstViolation) {
  const Outcome outcome = exploreNaive(torn(0));
  EXPECT_EQ(outcome.verdict, Verdict::Violation);
  ASSERT_EQ(outcome.found.size(), 1u);
  EXPECT_EQ(outcome.found[0].violation.kind, ViolationKind::Assertion);
  EXPECT_EQ(outcome.found[0].violation.site, ScriptedProgram::siteOf(1, 2));
  EXPECT_EQ(outcome.executions.violated, 1u);
  EXPECT_LT(outcome.executions.total(), 3u);
}

TEST(Explorer, KeepsGoingAndCountsTheSameViolationOnce) {
  const Outcome outcome = exploreNaive(torn(1), keepGoing());
  ASSERT_EQ(outcome.found.size(), 1u);
  // In 2 of the 6 interleavings the store is between the loads: A L S L and L A S L.
  EXPECT_EQ(outcome.found[0].executions, 2u);
  EXPECT_EQ(outcome.executions.total(), 6u);
}

TEST(Explorer, FindsBothViolationsWhenItKeepsGoing) {
  const Script script = parallel({{load(0, 0), check(0, 0)}, {load(0, 1), check(0, 0)}, {store(0, 1), store(1, 1)}});
  const Outcome outcome = exploreNaive(script, keepGoing());
  std::set<SiteId> sites;
  for (const core::Found& found : outcome.found) sites.insert(found.violation.site);
  EXPECT_EQ(sites, (std::set<SiteId>{ScriptedProgram::siteOf(1, 1), ScriptedProgram::siteOf(2, 1)}));
}

TEST(Explorer, FindsADeadlockAndSaysWhoWaits) {
  const Outcome outcome = exploreNaive(lockOrderInversion());
  ASSERT_EQ(outcome.found.size(), 1u);
  EXPECT_EQ(outcome.found[0].violation.kind, ViolationKind::Deadlock);
  EXPECT_EQ(outcome.found[0].violation.message,
            "main waits for the end of T1; T1 waits for x1 (lock); T2 waits for x0 (lock)");
}

TEST(Explorer, CountsEachExecutionOnce) {
  const Script script = parallel({{load(0, 0), assume(0, 1), load(1, 1), check(1, 0)}, {store(0, 1)}, {store(1, 1)}});
  const Outcome outcome = exploreNaive(script, keepGoing());
  EXPECT_GT(outcome.executions.complete, 0u);
  EXPECT_GT(outcome.executions.blocked, 0u);
  EXPECT_GT(outcome.executions.violated, 0u);
  EXPECT_EQ(outcome.executions.total(), total(everyInterleaving(script, Machine::Violations::End)));
}

TEST(Explorer, TheExecutionBoundMakesItInconclusive) {
  Limits limits;
  limits.boundExecutions = 1000;
  const Outcome outcome = exploreNaive(huge(), limits);
  EXPECT_EQ(outcome.verdict, Verdict::Inconclusive);
  EXPECT_EQ(outcome.executions.total(), 1000u);
  EXPECT_EQ(outcome.why, "the bound of 1000 executions was reached");
}

TEST(Explorer, ABoundThatIsJustEnoughIsSafe) {
  const Script script = parallel({{store(0, 1), load(0, 1)}, {store(1, 1), load(0, 0)}});
  Limits limits;
  limits.boundExecutions = 6;
  EXPECT_EQ(exploreNaive(script, limits).verdict, Verdict::Safe);
  limits.boundExecutions = 5;
  EXPECT_EQ(exploreNaive(script, limits).verdict, Verdict::Inconclusive);
}

TEST(Explorer, TheTimeLimitMakesItInconclusive) {
  Limits limits;
  limits.timeLimit = 0.05;
  const Outcome outcome = exploreNaive(huge(), limits);
  EXPECT_EQ(outcome.verdict, Verdict::Inconclusive);
  EXPECT_EQ(outcome.why, "the time limit of 0.05 s was reached");
  EXPECT_GE(outcome.seconds, 0.05);
}

// Every execution takes a while.
class Slow final : public core::Scheduler {
 public:
  explicit Slow(core::Scheduler& inner) : inner_(inner) {}
  core::Step next(const core::Execution& execution) override {
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(1);
    while (std::chrono::steady_clock::now() < until) {
    }
    return inner_.next(execution);
  }

 private:
  core::Scheduler& inner_;
};

class SlowProgram final : public core::Program {
 public:
  const core::Execution& run(core::Scheduler& scheduler) override {
    Slow slow(scheduler);
    return inner_.run(slow);
  }
  void keepGoing(bool) override {}
  void record(bool) override {}
  core::Trace trace() const override { return inner_.trace(); }
  core::ThreadTable& threads() override { return inner_.threads(); }

 private:
  ScriptedProgram inner_{huge()};
};

TEST(Explorer, TheTimeLimitHoldsWhenExecutionsAreSlow) {
  SlowProgram program;  // over 40 ms an execution
  NaiveSearch search;
  Limits limits;
  limits.timeLimit = 0.1;
  const Outcome outcome = explore(program, search, limits);
  EXPECT_EQ(outcome.verdict, Verdict::Inconclusive);
  EXPECT_LT(outcome.executions.total(), 8u);
}

TEST(Explorer, ReportsProgressNowAndThen) {
  std::vector<Progress> seen;
  Limits limits;
  limits.timeLimit = 0.5;
  limits.progress = [&](const Progress& progress) { seen.push_back(progress); };
  exploreNaive(huge(), limits);
  ASSERT_GE(seen.size(), 1u);
  EXPECT_LE(seen.size(), 3u);
  EXPECT_GT(seen[0].executions, 0u);
  EXPECT_GE(seen[0].seconds, 0.2);
}

TEST(Explorer, ACutEndsNaiveAndMakesItInconclusive) {
  const Script script = parallel({{load(0, 0), skipIf(0, 0, 1), hang()}, {store(0, 1)}});
  const Outcome outcome = exploreNaive(script);
  EXPECT_EQ(outcome.verdict, Verdict::Inconclusive);
  EXPECT_EQ(outcome.executions.cut, 1u);
  EXPECT_EQ(outcome.why, "a loop does not end");
  EXPECT_FALSE(outcome.stopSchedule.empty());
}

TEST(Explorer, ARefusedProgramIsRefused) {
  const Outcome outcome = exploreNaive(parallel({{load(0, 0), unsupported()}}));
  EXPECT_EQ(outcome.verdict, Verdict::Refused);
  EXPECT_EQ(outcome.why, "this is not supported");
}

// Abandons every second execution at its first step.
class Picky final : public Search {
 public:
  core::Step next(const core::Execution& execution) override {
    if (done_ % 2 == 1) return core::Step::stop();
    for (ThreadId t = 0; t < execution.threads.size(); ++t)
      if (core::enabled(execution, t)) return {t, 0};
    return core::Step::stop();
  }
  bool advance(const core::Execution&) override { return ++done_ < 10; }
  std::vector<core::Step> schedule() const override { return {}; }

 private:
  int done_ = 0;
};

TEST(Explorer, AnAbandonedExecutionIsRedundant) {
  ScriptedProgram program(parallel({{store(0, 1)}}));
  Picky search;
  const Outcome outcome = explore(program, search, {});
  EXPECT_EQ(outcome.verdict, Verdict::Safe);
  EXPECT_EQ(outcome.executions.complete, 5u);
  EXPECT_EQ(outcome.executions.redundant, 5u);
}

TEST(Registry, EveryRowMakesASearchThatRuns) {
  ASSERT_FALSE(searches().empty());
  for (const SearchRow& row : searches()) {
    EXPECT_EQ(searchNamed(row.name), &row);
    EXPECT_FALSE(row.description.empty());
    EXPECT_FALSE(row.paper.empty());
    EXPECT_FALSE(row.models.empty());
    EXPECT_FALSE(name(row.counts).empty());
    EXPECT_FALSE(name(row.surplus).empty());
    ScriptedProgram program(lockOrderInversion());
    const auto search = row.make({.seed = 3, .executions = 200});
    const Outcome outcome = explore(program, *search, {});
    EXPECT_EQ(outcome.verdict, Verdict::Violation) << row.name;
  }
  EXPECT_EQ(searchNamed("guess"), nullptr);
}

}  // namespace
}  // namespace heddle::explore
