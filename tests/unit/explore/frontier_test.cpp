// Searches on graphs that are stopped and go on: all the same graphs, none of
// them twice, wherever they are stopped.
#include "explore/graph/frontier.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>

#include "explore/explorer.h"
#include "explore/graph/trust.h"
#include "explore/random.h"
#include "support/graph_compare.h"
#include "support/weak_script.h"

namespace heddle::explore::graph {
namespace {

using namespace heddle::testing;

constexpr Optimisations kAll{.staleReads = true, .inPlace = true, .speculative = true};
constexpr unsigned kMostExecutions = 300;  // larger scripts are left out
constexpr unsigned kMostRestarts = 20;

// As a file would hand it on.
Frontier throughText(const Frontier& frontier) {
  Frontier read{{}, frontier.words, frontier.iterations};
  for (const Pending& pending : frontier.pending) {
    const auto again = pendingFrom(text(pending));
    EXPECT_TRUE(again.has_value()) << text(pending);
    if (again) read.pending.push_back(*again);
  }
  EXPECT_EQ(read, frontier);
  return read;
}

// Stops a search in the middle of an execution.
class Stopper final : public core::Scheduler {
 public:
  Stopper(core::Scheduler& search, std::uint64_t steps) : search_(search), left_(steps) {}
  core::Step next(const core::Execution& execution) override {
    const core::Step step = search_.next(execution);
    return left_-- == 0 ? core::Step::stop() : step;
  }

 private:
  core::Scheduler& search_;
  std::uint64_t left_;
};

struct Explored {
  std::map<std::string, unsigned> graphs;  // how often each was visited
  unsigned executions = 0;
  unsigned restarts = 0;
  std::string problem;
  bool isTooLarge = false;
};

// How a search is explored: with a stop after each `every` executions (0: none),
// and in the middle of executions too.
struct Stops {
  unsigned every = 0;
  bool inTheMiddle = false;
};

class Relay {
 public:
  Relay(const Script& script, std::string_view model, Optimisations optimisations)
      : program_(script), model_(*models::modelNamed(model)), optimisations_(optimisations) {
    program_.keepGoing(true);
    search_ = std::make_unique<TrustSearch>(model_, optimisations_);
  }

  Explored explore(Stops stops) {
    auto runs = std::make_unique<GraphRuns>(program_, *search_);
    while (true) {
      if (stops.inTheMiddle && numbers_.below(2) == 0) {
        Stopper stopper(*search_, numbers_.below(12));
        program_.run(stopper);
        handOn();
        runs = std::make_unique<GraphRuns>(program_, *search_);
      }
      runs->next();
      const bool isPreparation = search_->isPreparation(program_.execution());
      if (!isPreparation) count();
      const bool more = runs->advance();
      if (search_->mismatch() || search_->refusal()) explored_.problem = "does not fit";
      noteRestart();
      if (!more || !explored_.problem.empty()) return explored_;
      explored_.isTooLarge = explored_.executions > kMostExecutions;
      if (explored_.isTooLarge) return explored_;
      if (isPreparation || stops.every == 0 || explored_.executions % stops.every != 0) continue;
      handOn();
      runs = std::make_unique<GraphRuns>(program_, *search_);
    }
  }

 private:
  void count() {
    ++explored_.executions;
    ++explored_.graphs[textOf(search_->explored(), program_)];
  }
  void noteRestart() {
    if (!search_->takeBroken()) return;
    explored_ = {.graphs = {}, .restarts = explored_.restarts + 1, .problem = {}};
    if (explored_.restarts > kMostRestarts) explored_.problem = "restarts again and again";
  }
  void handOn() {
    const Frontier left = throughText(search_->takeFrontier());
    noteRestart();
    search_ = std::make_unique<TrustSearch>(model_, optimisations_);
    search_->resume(left);
  }

  ScriptedProgram program_;
  const models::Model& model_;
  Optimisations optimisations_;
  std::unique_ptr<TrustSearch> search_;
  Explored explored_;
  RandomNumbers numbers_{1};
};

std::string difference(const Explored& whole, const Explored& parts) {
  std::string out = parts.problem;
  for (const auto& [graph, times] : whole.graphs)
    if (!parts.graphs.contains(graph)) out += "missing:\n" + graph;
  for (const auto& [graph, times] : parts.graphs) {
    if (!whole.graphs.contains(graph)) out += "too much:\n" + graph;
    if (times != 1) out += "visited " + std::to_string(times) + " times:\n" + graph;
  }
  return out;
}

// The number of executions; 0 if the script was too large.
unsigned compareStops(const Script& script, Optimisations optimisations) {
  unsigned executions = 0;
  for (const std::string_view model : modelNames()) {
    const Explored whole = Relay(script, model, optimisations).explore({});
    if (whole.isTooLarge) return 0;
    executions += whole.executions;
    for (const Stops stops : {Stops{.every = 1}, Stops{.every = 3}, Stops{.every = 2, .inTheMiddle = true}}) {
      const Explored parts = Relay(script, model, optimisations).explore(stops);
      EXPECT_EQ(difference(whole, parts), "") << model << ", every " << stops.every << "\n" << text(script);
      EXPECT_EQ(parts.executions, whole.executions) << model << "\n" << text(script);
    }
  }
  return executions;
}

TEST(Frontier, ScriptsStoppedEverywhere) {
  unsigned executions = 0;
  for (std::uint64_t i = 0; i < 60; ++i)
    for (const Optimisations optimisations : {Optimisations{}, kAll})
      executions += compareStops(randomWeakScript(31, i), optimisations);
  EXPECT_GT(executions, 1000u);
}

TEST(Frontier, SpeculationStoppedEverywhere) {
  unsigned executions = 0;
  for (std::uint64_t i = 0; i < 60; ++i) executions += compareStops(randomSpeculation(5, i), kAll);
  EXPECT_GT(executions, 1000u);
}

// A search that restarts when part of it is done elsewhere: all of it does.
TEST(Frontier, BeginsAnewAfterAStop) {
  // Only a thread that has seen the second word writes the first one, for which two others compete. The choice is
  // the last alternative to be taken, so that it is left when that is found out.
  const Script script = parallel({{choose(0, 2)},
                                  {awaitCas(0, 0, 0, 1)},
                                  {load(0, 1), skipIf(0, 0, 1), store(0, 0)},
                                  {awaitCas(0, 0, 0, 2)},
                                  {store(1, 1)}});
  const Explored whole = Relay(script, "rc11", kAll).explore({});
  EXPECT_EQ(whole.restarts, 1u);
  const Explored parts = Relay(script, "rc11", kAll).explore({.every = 1});
  EXPECT_EQ(parts.restarts, 1u);
  EXPECT_EQ(difference(whole, parts), "");
}

TEST(Frontier, CountsGoOn) {
  const Script script = parallel({{store(0, 1), check(0, 0)}, {load(0, 0), check(0, 0)}, {load(0, 0)}, {load(0, 0)}});
  ScriptedProgram program(script);
  TrustSearch whole(*models::modelNamed("rc11"));
  Limits limits;
  limits.stopAtFirst = false;
  const core::Outcome expected = heddle::explore::explore(program, whole, limits);
  EXPECT_FALSE(expected.isUnfinished);
  EXPECT_EQ(expected.executions.violated, 4u);

  limits.boundExecutions = 3;
  auto search = std::make_unique<TrustSearch>(*models::modelNamed("rc11"));
  core::Outcome outcome = heddle::explore::explore(program, *search, limits);
  unsigned parts = 1;
  for (; outcome.isUnfinished; ++parts) {
    ASSERT_EQ(outcome.executions.total(), 3 * parts);
    const Frontier left = search->takeFrontier();
    search = std::make_unique<TrustSearch>(*models::modelNamed("rc11"));
    search->resume(left);
    outcome.isUnfinished = false;
    outcome = heddle::explore::explore(program, *search, limits, outcome);
  }
  EXPECT_EQ(parts, 3u);
  EXPECT_EQ(outcome.executions.complete, expected.executions.complete);
  EXPECT_EQ(outcome.executions.violated, expected.executions.violated);
  ASSERT_EQ(outcome.found.size(), 1u);
  EXPECT_EQ(outcome.found[0].executions, expected.found[0].executions);
  EXPECT_EQ(outcome.verdict, core::Verdict::Violation);
}

// Every third run ends in the middle, as if time were up.
class Hurried final : public core::Program {
 public:
  explicit Hurried(ScriptedProgram& program) : program_(program) {}

  const core::Execution& run(core::Scheduler& scheduler) override {
    if (++runs_ % 3 != 0) return program_.run(scheduler);
    Stopper stopper(scheduler, runs_ % 8);
    auto& execution = const_cast<core::Execution&>(program_.run(stopper));
    execution.end = core::End::Cut;
    execution.stop = core::StopReason{.message = "time is up", .endless = true, .isOutside = true};
    return execution;
  }
  void keepGoing(bool on) override { program_.keepGoing(on); }
  void record(bool on) override { program_.record(on); }
  core::Trace trace() const override { return program_.trace(); }
  core::ThreadTable& threads() override { return program_.threads(); }

 private:
  ScriptedProgram& program_;
  unsigned runs_ = 0;
};

TEST(Frontier, WhatALimitCutsShortIsLeft) {
  const Script script = parallel({{store(0, 1), store(1, 1)}, {add(0, 0, 1), load(1, 1)}, {awaitNot(0, 1, 0)}});
  ScriptedProgram program(script);
  TrustSearch whole(*models::modelNamed("rc11"), kAll);
  const core::Outcome expected = heddle::explore::explore(program, whole, {});
  Hurried hurried(program);
  Limits limits;
  limits.keepsRest = true;
  auto search = std::make_unique<TrustSearch>(*models::modelNamed("rc11"), kAll);
  core::Outcome outcome = heddle::explore::explore(hurried, *search, limits);
  unsigned parts = 1;
  for (; outcome.isUnfinished; ++parts) {
    EXPECT_EQ(outcome.why, "time is up");
    const Frontier left = search->takeFrontier();
    if (search->takeBroken()) outcome.forgetCounts();
    search = std::make_unique<TrustSearch>(*models::modelNamed("rc11"), kAll);
    search->resume(left);
    outcome.isUnfinished = false;
    outcome = heddle::explore::explore(hurried, *search, limits, outcome);
  }
  EXPECT_GE(parts, 3u);
  EXPECT_EQ(outcome.verdict, core::Verdict::Safe);
  EXPECT_EQ(outcome.executions.complete, expected.executions.complete);
  EXPECT_EQ(outcome.executions.total(), expected.executions.total());
}

// One graph a level of the search, one pending alternative an event of it, at
// most: polynomial, though there are exponentially many executions.
TEST(Frontier, IsSmall) {
  for (unsigned n = 4; n <= 12; n += 4) {
    std::vector<Body> bodies{{store(0, 1)}};
    for (unsigned i = 0; i < n; ++i) bodies.push_back({load(0, 0), store(1, i)});
    ScriptedProgram program(parallel(bodies));
    TrustSearch search(*models::modelNamed("rc11"));
    Limits limits;
    limits.boundExecutions = 300;
    const core::Outcome outcome = heddle::explore::explore(program, search, limits);
    EXPECT_TRUE(outcome.isUnfinished);
    EXPECT_LE(search.takeFrontier().pending.size(), 5 * n * n);
  }
}

}  // namespace
}  // namespace heddle::explore::graph
