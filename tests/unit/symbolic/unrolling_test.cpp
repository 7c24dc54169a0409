// Which interleavings the peephole reduction leaves: all models of `sel`, one by one.
#include "symbolic/unrolling.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "explore/explorer.h"
#include "explore/registry.h"
#include "support/script.h"
#include "support/scripted_program.h"
#include "symbolic/solvers.h"

namespace heddle::symbolic {
namespace {

using testing::Body;
using testing::Script;

// Threads that load and store, without loops and branches: as a script, and as transitions.
struct Straight {
  struct Access {
    bool writes;
    unsigned word;
    std::uint64_t value;
  };
  std::vector<std::vector<Access>> threads;

  std::size_t length() const {
    std::size_t all = 0;
    for (const auto& thread : threads) all += thread.size();
    return all;
  }
};

Straight randomStraight(unsigned seed, unsigned threads, unsigned most) {
  std::mt19937 random(seed);
  Straight straight;
  for (unsigned t = 0; t < threads; ++t) {
    auto& thread = straight.threads.emplace_back();
    for (unsigned i = 1 + random() % most; i > 0; --i) {
      const bool writes = random() % 2 == 0;
      thread.push_back({writes, static_cast<unsigned>(random() % 3), 1 + random() % 2});
    }
  }
  return straight;
}

Script scriptOf(const Straight& straight) {
  std::vector<Body> bodies;
  for (const auto& thread : straight.threads) {
    Body& body = bodies.emplace_back();
    for (const Straight::Access& access : thread)
      body.push_back(access.writes ? testing::store(access.word, access.value) : testing::load(0, access.word));
  }
  return testing::parallel(bodies);
}

std::uint64_t tracesOf(const Straight& straight) {
  const Script script = scriptOf(straight);
  testing::ScriptedProgram program(script);
  const auto search = explore::searchNamed("optimal")->make({});
  return explore::explore(program, *search, {}).executions.complete;
}

TransitionSystem systemOf(const Straight& straight, Formulas& f) {
  TransitionSystem system;
  const auto variable = [&](unsigned width, std::uint64_t initial) {
    system.variables.push_back({f.variable(width), f.constant(initial, width)});
    return static_cast<VariableNumber>(system.variables.size() - 1);
  };
  system.failure = variable(4, 0);
  const VariableNumber words = variable(8, 0);
  variable(8, 0);
  variable(8, 0);
  for (unsigned t = 0; t < straight.threads.size(); ++t) {
    ThreadCode& code = system.threads.emplace_back();
    code.pc = variable(8, kFirst);
    for (const Straight::Access& access : straight.threads[t]) {
      Transition transition;
      transition.thread = t;
      transition.from = kFirst + static_cast<Pc>(code.transitions.size());
      const bool isLast = code.transitions.size() + 1 == straight.threads[t].size();
      const Pc next = isLast ? kEnded : transition.from + 1;
      transition.next = {next};
      transition.updates.push_back({code.pc, f.constant(next, 8)});
      const VariableNumber word = words + access.word;
      SharedAccess shared{f.constant(64 * (access.word + 1), 64), 1, access.writes, std::nullopt, {word}};
      if (access.writes) {
        shared.value = f.constant(access.value, 8);
        transition.updates.push_back({word, *shared.value});
      } else {
        transition.updates.push_back({variable(8, 0), system.variables[word].leaf});
      }
      transition.accesses = {shared};
      code.transitions.push_back(std::move(transition));
    }
  }
  return system;
}

// Each by who went, step by step.
std::set<std::string> interleavingsOf(const Straight& straight, Reduction reduction, Constraints constraints) {
  Formulas f;
  const TransitionSystem system = systemOf(straight, f);
  const auto solver = solvers().front().make(f, {});
  Unrolling unrolling(system, f, *solver, reduction, constraints);
  while (unrolling.depth() < straight.length()) unrolling.addStep();
  std::set<std::string> found;
  while (solver->check(Formulas::kTrue) == Answer::Satisfiable) {
    std::string who;
    Formula isOther = Formulas::kFalse;
    for (unsigned step = 0; step < unrolling.depth(); ++step)
      for (unsigned t = 0; t < straight.threads.size(); ++t) {
        const Formula selected = unrolling.selected(step)[t];
        if (solver->valueOf(selected) == 0) continue;
        who += static_cast<char>('0' + t);
        isOther = f.disjunction(isOther, f.negation(selected));
      }
    EXPECT_TRUE(found.insert(who).second);
    solver->add(isOther);
  }
  return found;
}

// Peephole partial order reduction, Theorem 2.
TEST(Unrolling, OfTwoThreadsHasOneInterleavingOfEachTrace) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    const Straight straight = randomStraight(seed, 2, 4);
    const std::uint64_t traces = tracesOf(straight);
    EXPECT_EQ(interleavingsOf(straight, Reduction::Simple, Constraints::Dependent).size(), traces);
    if (seed % 10 != 0) continue;
    EXPECT_EQ(interleavingsOf(straight, Reduction::Simple, Constraints::Pairs).size(), traces);
    EXPECT_EQ(interleavingsOf(straight, Reduction::Static, Constraints::Merged).size(), traces);
    EXPECT_LE(interleavingsOf(straight, Reduction::Full, Constraints::Dependent).size(), traces);
  }
}

// Without a reduction: all of them.
TEST(Unrolling, HasAllInterleavings) {
  const Straight straight{{{{true, 0, 1}, {true, 0, 2}}, {{false, 0, 0}, {true, 1, 1}}}};
  EXPECT_EQ(interleavingsOf(straight, Reduction::None, Constraints::Dependent).size(), 6u);
}

// Section 3.2, the example of three threads: t_x and t_A depend on each other, t_alpha on neither. Two traces; of the
// three interleavings one is redundant.
TEST(Unrolling, OfThreeThreadsMayHaveMore) {
  const Straight straight{{{{true, 0, 1}}, {{true, 1, 1}}, {{true, 0, 2}}}};
  EXPECT_EQ(tracesOf(straight), 2u);
  EXPECT_EQ(interleavingsOf(straight, Reduction::Simple, Constraints::Dependent),
            (std::set<std::string>{"012", "120", "201"}));
}

// All encodings of the constraints say the same, whatever the number of threads; no trace is lost.
TEST(Unrolling, ConstraintsSayTheSame) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    const Straight straight = randomStraight(seed, 3, 2);
    for (const Reduction reduction : {Reduction::Static, Reduction::Full}) {
      const auto dependent = interleavingsOf(straight, reduction, Constraints::Dependent);
      EXPECT_EQ(interleavingsOf(straight, reduction, Constraints::Pairs), dependent);
      EXPECT_EQ(interleavingsOf(straight, reduction, Constraints::Merged), dependent);
    }
  }
}

// How many: no trace is lost, and about one interleaving in six is redundant.
TEST(Unrolling, RedundantInterleavingsOfThreeThreads) {
  struct Row {
    unsigned most;  // accesses of a thread
    std::uint64_t traces, interleavings;
  };
  for (const Row& row : {Row{2, 151, 177}, Row{3, 449, 532}}) {
    std::uint64_t traces = 0, left = 0;
    for (unsigned seed = 0; seed < 40; ++seed) {
      SCOPED_TRACE(seed);
      const Straight straight = randomStraight(seed, 3, row.most);
      const std::uint64_t own = tracesOf(straight);
      const std::size_t found = interleavingsOf(straight, Reduction::Simple, Constraints::Dependent).size();
      EXPECT_GE(found, own);
      traces += own;
      left += found;
    }
    EXPECT_EQ(traces, row.traces);
    EXPECT_EQ(left, row.interleavings);
  }
}

}  // namespace
}  // namespace heddle::symbolic
