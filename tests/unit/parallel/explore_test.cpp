// Searches by several processes: the same answers as by one, also if processes are lost.
#include "parallel/explore.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>

#include "explore/graph/trust.h"
#include "support/graph_compare.h"
#include "support/scripted_program.h"
#include "support/weak_script.h"

namespace heddle::parallel {
namespace {

using namespace heddle::testing;
using explore::graph::Optimisations;
using explore::graph::TrustSearch;

constexpr Optimisations kAll{.staleReads = true, .inPlace = true, .speculative = true};

// Whether the process made as the n-th one, from 0, is lost before it does anything.
using Loses = std::function<bool(unsigned)>;

struct Task {
  Script script;
  std::string_view model = "rc11";
  Optimisations optimisations = kAll;
  explore::Limits limits = {};
};

core::Outcome explored(const Task& task, unsigned jobs, const Loses& loses = {},
                       const std::function<unsigned()>& countNow = {}) {
  ScriptedProgram program(task.script);
  unsigned forks = 0;
  const Workers workers{
      .count = jobs,
      .countNow = countNow,
      .fork =
          [&](const std::function<void()>& work) {
            const bool isLost = loses && loses(forks++);
            const pid_t child = fork();
            if (child != 0) return child;
            if (isLost) raise(SIGKILL);
            work();
            _exit(0);
          },
      .search = [&] { return std::make_unique<TrustSearch>(*models::modelNamed(task.model), task.optimisations); },
      .leavesOutStaleReads = true};
  std::unique_ptr<explore::Search> search = workers.search();
  return explore(program, search, task.limits, workers);
}

std::string textOf(const core::Outcome& outcome) {
  const core::ExecutionCounts& counts = outcome.executions;
  std::string out = std::to_string(counts.complete) + " complete, " + std::to_string(counts.blocked) + " blocked, " +
                    std::to_string(counts.violated) + " violated, " + std::to_string(counts.redundant) +
                    " redundant, " + std::to_string(counts.cut) + " cut, verdict " +
                    std::to_string(static_cast<int>(outcome.verdict)) + " " + outcome.why;
  for (const core::Found& found : outcome.found) {
    out += "\n" + std::string(core::name(found.violation.kind)) + " at " + std::to_string(found.violation.site) +
           " in " + std::to_string(found.executions) + ":";
    for (const core::Step& step : found.schedule)
      out += " " + std::to_string(step.thread) + "," + std::to_string(step.choice);
  }
  return out;
}

// A lost update that is checked for, between others.
Script wrong() {
  return testing::parallel({{load(0, 0), store(1, 1), load(1, 1), check(0, 0)},
                            {load(0, 1), store(0, 1), load(1, 0)},
                            {load(2, 0), store(1, 2)}});
}

// Many executions, all of them fine.
Script large() {
  std::vector<Body> bodies{{store(0, 1), store(1, 1)}};
  for (unsigned i = 0; i < 4; ++i) bodies.push_back({load(0, 0), load(1, 1), store(1, i)});
  return testing::parallel(bodies);
}

bool hasChildren() { return waitpid(-1, nullptr, WNOHANG) != -1 || errno != ECHILD; }

TEST(Explore, AsOneSearchAlone) {
  unsigned compared = 0, withViolations = 0;
  const std::function<Script(std::uint64_t)> kinds[] = {
      [](std::uint64_t i) { return randomWeakScript(9, i); }, [](std::uint64_t i) { return randomLocks(9, i); },
      [](std::uint64_t i) { return randomSpeculation(9, i); }, [](std::uint64_t) { return wrong(); }};
  for (const auto& make : kinds)
    for (std::uint64_t i = 0; i < 12; ++i)
      for (const bool stops : {true, false}) {
        Task task{make(i)};
        task.model = modelNames()[i % modelNames().size()];
        task.limits.stopAtFirst = stops;
        const core::Outcome alone = explored(task, 1);
        if (alone.executions.total() > 2000) continue;
        for (const unsigned jobs : {2U, 3U})
          EXPECT_EQ(textOf(explored(task, jobs)), textOf(alone)) << task.model << "\n" << text(task.script);
        ++compared;
        withViolations += alone.found.empty() ? 0 : 1;
      }
  EXPECT_GT(compared, 60u);
  EXPECT_GT(withViolations, 5u);
  EXPECT_FALSE(hasChildren());
}

TEST(Explore, ASearchThatRestarts) {
  // As in frontier_test: that a word is written in no order is seen last.
  const Task task{testing::parallel({{choose(0, 2)},
                                     {awaitCas(0, 0, 0, 1)},
                                     {load(0, 1), skipIf(0, 0, 1), store(0, 0)},
                                     {awaitCas(0, 0, 0, 2)},
                                     {store(1, 1)}})};
  EXPECT_EQ(textOf(explored(task, 3)), textOf(explored(task, 1)));
}

TEST(Explore, Large) {
  const Task task{large()};
  const core::Outcome alone = explored(task, 1);
  EXPECT_GT(alone.executions.total(), 5000u);
  for (const unsigned jobs : {2U, 5U}) EXPECT_EQ(textOf(explored(task, jobs)), textOf(alone));
}

TEST(Explore, HowManyThereMayBeChangesMeanwhile) {
  const Task task{large()};
  const std::string alone = textOf(explored(task, 1));
  unsigned asked = 0;
  EXPECT_EQ(textOf(explored(task, 3, {}, [&] { return asked++ / 5 % 4; })), alone);
  EXPECT_GT(asked, 5u);
  // While there may be one only, nothing is divided.
  unsigned begun = 0;
  const Loses counts = [&](unsigned) {
    ++begun;
    return false;
  };
  EXPECT_EQ(textOf(explored(task, 3, counts, [] { return 1U; })), alone);
  EXPECT_EQ(begun, 0u);
  EXPECT_EQ(textOf(explored(task, 3, counts, [] { return 2U; })), alone);
  EXPECT_GT(begun, 1u);
  EXPECT_FALSE(hasChildren());
}

TEST(Explore, ALostProcessCostsNothingElse) {
  const Task task{large()};
  const std::string alone = textOf(explored(task, 1));
  for (unsigned lost = 0; lost < 4; ++lost)
    EXPECT_EQ(textOf(explored(task, 3, [&](unsigned n) { return n == lost; })), alone);
}

TEST(Explore, LostProcessesEndIt) {
  const core::Outcome outcome = explored({large()}, 2, [](unsigned) { return true; });
  EXPECT_EQ(outcome.verdict, core::Verdict::Inconclusive);
  EXPECT_TRUE(outcome.isUnfinished);
  EXPECT_NE(outcome.why.find("in the same part of the search, the last by signal 9"), std::string::npos) << outcome.why;
  EXPECT_FALSE(hasChildren());
}

TEST(Explore, WithoutProcessesItGoesOnAlone) {
  const Task task{large()};
  ScriptedProgram program(task.script);
  const Workers workers{.count = 2,
                        .fork = [](const std::function<void()>&) { return pid_t{-1}; },
                        .search = [&] { return std::make_unique<TrustSearch>(*models::modelNamed("rc11"), kAll); },
                        .leavesOutStaleReads = true};
  std::unique_ptr<explore::Search> search = workers.search();
  EXPECT_EQ(textOf(explore(program, search, {}, workers)), textOf(explored(task, 1)));
}

TEST(Explore, TheBoundHoldsForAllTogether) {
  for (const std::uint64_t bound : {1U, 2U, 100U, 3000U}) {
    Task task{large()};
    task.limits.boundExecutions = bound;
    const core::Outcome outcome = explored(task, 4);
    EXPECT_EQ(outcome.executions.total(), bound);
    EXPECT_EQ(outcome.verdict, core::Verdict::Inconclusive);
    EXPECT_EQ(outcome.why, explored(task, 1).why);
  }
}

// What is left when a limit ends it is the rest, as one search.
TEST(Explore, GoesOnLater) {
  Task task{large()};
  const core::Outcome alone = explored(task, 1);
  ScriptedProgram program(task.script);
  const Workers workers{.count = 3,
                        .fork =
                            [](const std::function<void()>& work) {
                              const pid_t child = fork();
                              if (child != 0) return child;
                              work();
                              _exit(0);
                            },
                        .search = [&] { return std::make_unique<TrustSearch>(*models::modelNamed("rc11"), kAll); },
                        .leavesOutStaleReads = true};
  explore::Limits limits;
  limits.boundExecutions = 7000;
  limits.keepsRest = true;
  std::unique_ptr<explore::Search> search = workers.search();
  core::Outcome outcome = explore(program, search, limits, workers);
  unsigned parts = 1;
  for (; outcome.isUnfinished && parts < 100; ++parts) {
    EXPECT_EQ(outcome.executions.total(), 7000 * parts);
    const explore::graph::Frontier left = search->onGraphs()->takeFrontier();
    search = workers.search();
    search->onGraphs()->resume(left);
    outcome.isUnfinished = false;
    outcome = explore(program, search, limits, workers, outcome);
  }
  EXPECT_GT(parts, 5u);
  EXPECT_EQ(textOf(outcome), textOf(alone));
}

}  // namespace
}  // namespace heddle::parallel
