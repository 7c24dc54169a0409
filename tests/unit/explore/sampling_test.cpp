// PCT and POS: do they find what they promise, as often as they promise?
// The seeds are fixed, so that these tests say the same every time.
#include <gtest/gtest.h>

#include <cmath>

#include "explore/observe.h"
#include "explore/pct.h"
#include "explore/pos.h"
#include "explore/preempt.h"
#include "explore/registry.h"
#include "support/traces.h"

namespace heddle::explore {
namespace {

constexpr std::uint64_t kRuns = 20'000;

// How many of the executions end in a violation.
std::uint64_t violations(const Script& script, SamplingSearch&& search) {
  ScriptedProgram program(script);
  const core::Outcome outcome = explore(program, search, keepGoing());
  EXPECT_EQ(outcome.executions.total(), kRuns);
  return outcome.executions.violated;
}

// Steps that nobody else observes, each on a word of its own.
void addNoise(Body& body, unsigned word, unsigned count) { body.insert(body.end(), count, add(3, word, 1)); }

// At least what the guarantee says: with kRuns the deviation is below four
// times the square root of what is expected.
void expectAtLeast(std::uint64_t found, double probability) {
  const double expected = probability * static_cast<double>(kRuns);
  EXPECT_GT(static_cast<double>(found), expected - 4 * std::sqrt(expected)) << "of " << expected;
}

TEST(Pct, FindsBugsOfDepthOne) {
  // The load comes before the store, which other threads do not influence.
  Body first, second;
  addNoise(first, 1, 3);
  first.push_back(store(0, 1));
  second = {load(0, 0), check(0, 1)};
  const Script script = parallel({first, second});
  expectAtLeast(violations(script, PctSearch(1, kRuns, 1)), 1.0 / 3);
}

TEST(Pct, FindsBugsOfDepthTwo) {
  // The store comes between the loads. Starts of 3 threads, 2 loads, 7 steps of T2.
  expectAtLeast(violations(torn(6), PctSearch(2, kRuns, 2)), 1.0 / (3 * 12));
}

// The four accesses alternate: three orderings.
Script alternating(unsigned noise) {
  Body writer{store(0, 1)};
  addNoise(writer, 1, noise);
  writer.push_back(store(0, 2));
  Body reader{load(0, 0)};
  addNoise(reader, 2, noise);
  reader.insert(reader.end(), {load(1, 0), skipIf(0, 0, 3), skipIf(0, 2, 2), skipIf(1, 1, 1), check(2, 1)});
  return parallel({writer, reader});
}

TEST(Pct, FindsBugsOfDepthThree) {
  expectAtLeast(violations(alternating(4), PctSearch(3, kRuns, 3)), 1.0 / (3 * 15 * 15));
}

TEST(Pct, NeedsTheDepth) {
  EXPECT_EQ(violations(torn(6), PctSearch(4, kRuns, 1)), 0u);
  EXPECT_EQ(violations(alternating(4), PctSearch(4, kRuns, 2)), 0u);
}

TEST(Pct, SaysWhatIsProven) {
  ScriptedProgram program(parallel({{store(0, 1), choose(0, 4)}, {load(0, 0)}}));
  PctSearch search(1, 101, 3);
  EXPECT_EQ(search.coverage().guarantee, "");
  const core::Outcome outcome = explore(program, search, {});
  EXPECT_EQ(
      outcome.guarantee,
      "each of the last 100 executions showed a given bug of depth 3 with a probability of at least 0.0023, if no "
      "execution has more than 3 threads, 6 steps (a thread's start is one) and 4 combinations of chosen values: "
      "the most seen");
}

TEST(Pos, SamplesEachTraceAsOftenAsPromised) {
  unsigned often = 0;  // that are promised often enough for the comparison to mean something
  for (std::uint64_t i = 0; i < 60; ++i) {
    const Script script = randomScript(77, i, {.maxThreads = 3, .maxStatements = 3, .maxInterleavings = 60});
    const Traces expected = traces(script);
    ScriptedProgram program(script);
    program.keepGoing(true);
    PosSearch search(i, kRuns);
    std::map<std::uint64_t, std::uint64_t> seen;
    bool more = true;
    while (more) {
      const core::Execution& execution = program.run(search);
      ++seen[traceOf(program)];
      more = search.advance(execution);
    }
    const std::string promise = search.coverage().guarantee;
    const std::string before = "at least ";
    const double least = std::stod(promise.substr(promise.find(before) + before.size()));
    for (const auto& [trace, state] : expected.ends) {
      SCOPED_TRACE(promise + "\n" + text(script));
      expectAtLeast(seen[trace], least);
      often += least * static_cast<double>(kRuns) > 20 ? 1 : 0;
    }
  }
  EXPECT_GT(often, 100u);
}

TEST(Pos, FavoursNoTraceAsRandomDoes) {
  // The load sees the store in one of two traces. A walk must put it before ten
  // steps of the other thread; POS only has to draw one priority.
  Body writer;
  addNoise(writer, 1, 10);
  writer.push_back(store(0, 1));
  const Script script = parallel({writer, {load(0, 0), check(0, 0)}});
  const std::uint64_t byPos = violations(script, PosSearch(1, kRuns));
  const std::uint64_t byRandom = violations(script, RandomSearch(1, kRuns));
  EXPECT_LT(byRandom, 50u);
  EXPECT_GT(byPos, 1'000u);
}

TEST(Pos, SaysWhatIsProven) {
  // Two steps; the priority of the second one is drawn twice.
  ScriptedProgram program(parallel({{store(0, 1)}, {load(0, 0)}}));
  PosSearch search(1, 100);
  const core::Outcome outcome = explore(program, search, {});
  EXPECT_EQ(outcome.guarantee,
            "each execution followed a given Mazurkiewicz trace with a probability of at least 0.15, if no execution "
            "has more than 2 steps and 1 priority drawn in vain: the most seen");
}

TEST(Preempt, HasTheStatesOfABoundOnPreemptions) {
  for (std::uint64_t i = 0; i < 20; ++i) {
    const Script script = randomScript(79, i, {.maxThreads = 3, .maxStatements = 3, .maxInterleavings = 300});
    for (unsigned bound = 0; bound < 3; ++bound) {
      SCOPED_TRACE(std::to_string(bound) + "\n" + text(script));
      NaiveSearch naive(bound);
      PreemptSearch sample(i, 20'000, bound);
      const StateCounts expected = statesOf(script, naive), found = statesOf(script, sample);
      for (const auto& [state, count] : expected) EXPECT_TRUE(found.contains(state));
      for (const auto& [state, count] : found) EXPECT_TRUE(expected.contains(state));
    }
  }
}

TEST(Preempt, FindsASwitchAmongManyThreads) {
  // The reader must come between the two stores of whichever of twenty writers is the first one.
  std::vector<Body> threads(20, Body{store(0, 1), store(1, 1)});
  threads.push_back({load(0, 0), skipIf(0, 0, 2), load(1, 1), check(1, 1)});
  const Script script = parallel(threads);
  // A preemption in every second execution; its place is one of fewer than 64; and a writer comes first, then the
  // reader.
  expectAtLeast(violations(script, PreemptSearch(1, kRuns, 1)), 1.0 / 2 / 64 * 20 / 21 / 20);
}

TEST(Preempt, SwitchesBeforeLocksInEverySecondExecution) {
  // Whoever writes has two sections, far from each other; the reader must come between them.
  Body writer{lock(0), store(1, 1), unlock(0)};
  addNoise(writer, 2, 60);
  writer.insert(writer.end(), {lock(0), store(1, 2), unlock(0)});
  const Script script = parallel({writer, {lock(0), load(0, 1), unlock(0), skipIf(0, 0, 1), check(0, 2)}});
  // A preemption in every second execution, before a lock in every second of these, of which there is one; and the
  // writer comes first.
  expectAtLeast(violations(script, PreemptSearch(1, kRuns, 1)), 1.0 / 8);
}

TEST(Sampling, ReachesEveryStateOfSmallScripts) {
  for (std::uint64_t i = 0; i < 20; ++i) {
    const Script script = randomScript(78, i, {.maxThreads = 2, .maxStatements = 3, .maxInterleavings = 30});
    NaiveSearch naive;
    const StateCounts expected = statesOf(script, naive);
    for (const char* const name : {"random", "pct", "pos", "preempt"}) {
      const auto search = searchNamed(name)->make({.seed = i, .executions = 3'000, .depth = 5, .preemptionBound = 4});
      const StateCounts found = statesOf(script, *search);
      for (const auto& [state, count] : expected) EXPECT_TRUE(found.contains(state)) << name << "\n" << text(script);
    }
  }
}

}  // namespace
}  // namespace heddle::explore
