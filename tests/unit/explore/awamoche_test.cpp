// Awamoche's remedies on scripts: of the graphs that TruSt finds (which
// trust_test compares with brute force), every one in which those who wait read
// from the last write is found, once; the others only where two writes of the
// word that is waited for may stand in either order.
#include <gtest/gtest.h>

#include <set>

#include "explore/graph/trust.h"
#include "support/graph_compare.h"
#include "support/random_script.h"
#include "support/weak_script.h"

namespace heddle::testing {
namespace {

using core::EventId;
using core::Graph;
using explore::RandomNumbers;
using explore::graph::Remedies;
using explore::graph::TrustSearch;

// A graph as text, and at which words somebody waits for an old write.
using Found = std::map<std::string, std::set<std::size_t>>;

struct Explored {
  Found graphs;
  std::set<std::size_t> raced;  // words with writes that nothing orders
  unsigned twice = 0;
  unsigned executions = 0;
};

std::set<std::size_t> staleWaits(const Graph& graph, core::Address first) {
  std::set<std::size_t> words;
  for (EventId e = 0; e < graph.size(); ++e)
    if (graph[e].label == core::Label::Read && graph[e].isBlocked && graph[e].rf != graph.last(graph[e].location))
      words.insert((graph[e].op.addr - first) / 8);
  return words;
}

void addRaces(const Graph& graph, core::Address first, Graph::Row causality, std::set<std::size_t>& words) {
  for (const Graph::Location& location : graph.locations())
    for (std::size_t i = 1; i < location.co.size(); ++i)
      if (!graph[location.co[i]].isExclusive && !graph.isBefore(location.co[i - 1], location.co[i], causality))
        words.insert((location.addr - first) / 8);
}

constexpr unsigned kMostExecutions = 5'000;  // larger scripts are left out

Explored explore(const Script& script, const std::string& model, Remedies remedies) {
  ScriptedProgram program(script);
  program.keepGoing(true);
  TrustSearch search(*models::modelNamed(model), remedies);
  Explored explored;
  GraphRuns runs(program, search);
  while (true) {
    const core::End end = runs.next();
    if (runs.isRecalled()) EXPECT_EQ(end, core::End::Complete);
    ++explored.executions;
    addRaces(search.graph(), program.addressOf(0), models::modelNamed(model)->causality, explored.raced);
    if (!explored.graphs.emplace(textOf(search.graph(), program), staleWaits(search.graph(), program.addressOf(0)))
             .second)
      ++explored.twice;
    if (explored.executions > kMostExecutions || !runs.advance()) break;
    if (search.takeRestart()) {
      explored.graphs.clear();
      explored.twice = explored.executions = 0;
    } else {
      EXPECT_NE(end, core::End::Abandoned);
    }
  }
  EXPECT_FALSE(search.mismatch().has_value());
  return explored;
}

std::string compare(const Script& script, const std::string& model, Remedies remedies) {
  const Explored all = explore(script, model, {});
  if (all.executions > kMostExecutions) return {};
  const Explored fewer = explore(script, model, remedies);
  std::string out;
  if (fewer.twice != 0) out += std::to_string(fewer.twice) + " graphs visited again\n";
  for (const auto& [graph, stale] : all.graphs)
    if (stale.empty() && !fewer.graphs.contains(graph)) out += "missing:\n" + graph;
  for (const auto& [graph, stale] : fewer.graphs) {
    if (!all.graphs.contains(graph)) out += "too much:\n" + graph;
    if (!remedies.inPlace) continue;
    for (const std::size_t word : stale)
      if (!all.raced.contains(word)) out += "somebody waits in vain:\n" + graph;
  }
  if (!out.empty()) out = model + ": " + out + text(script);
  return out;
}

constexpr const char* kModels[] = {"sc", "tso", "ra", "rc11"};

std::string compareAll(const Script& script) {
  std::string out;
  for (const char* model : kModels)
    for (const Remedies remedies : {Remedies{.staleReads = true}, Remedies{.inPlace = true}})
      out += compare(script, model, remedies);
  return out;
}

TEST(Awamoche, AwaitsReadAWriteBeforeTheRevisitedUpdateTakesIt) {
  EXPECT_EQ(compareAll(parallel({{awaitNot(0, 1, 1)}, {add(0, 1, 1)}, {add(0, 1, 1), wait(1)}})), "");
}

TEST(Awamoche, WhoWaitsForAnotherWordIsNoObstacle) {
  EXPECT_EQ(compareAll(parallel({{load(0, 1)}, {await(0, 0, 2)}, {exchange(0, 0, 1), add(0, 1, 1)}})), "");
}

TEST(Awamoche, WaitingUpdatesCompete) {
  EXPECT_EQ(compareAll(parallel({{wait(0)}, {load(0, 0)}, {wait(0)}, {add(0, 0, 1)}})), "");
  EXPECT_EQ(compareAll(parallel({{wait(0)}, {wait(0)}, {exchange(0, 0, 2)}, {add(0, 0, 1)}})), "");
  EXPECT_EQ(compareAll(parallel({{awaitNot(0, 1, 0)}, {wait(1)}, {wait(1)}, {awaitCas(0, 1, 0, 2)}})), "");
}

TEST(Awamoche, WhoLosesALockGetsItLater) {
  const Body section = {lock(0), unlock(0)};
  EXPECT_EQ(compareAll(parallel({section, section, section})), "");
  EXPECT_EQ(explore(parallel({section, section, section}), "rc11", {.inPlace = true}).executions, 6u) << "3!";
}

// It gets it before another event that was added later, and must be asked in front of that.
TEST(Awamoche, WhoLosesALockKeepsItsPlace) {
  EXPECT_EQ(compareAll(parallel({{load(0, 1)}, {lock(0), unlock(0)}, {lock(0), unlock(0), store(1, 2)}})), "");
}

// Who won against a third one is asked before its turn, and the third one behind it.
TEST(Awamoche, WhoLosesToOneThatLostIsAskedBehindIt) {
  EXPECT_EQ(
      compareAll(parallel({{awaitNot(0, 1, 0), lock(0)}, {lock(0)}, {add(1, 1, 1), lock(0), unlock(0), add(1, 1, 1)}})),
      "");
}

// Else the post that follows the unlock would not find it there when it revisits the other post.
TEST(Awamoche, WhoLostALockAndCanGetItGoesFirst) {
  EXPECT_EQ(
      compareAll(parallel({{awaitNot(0, 1, 0), lock(0), unlock(0), post(2)}, {post(2), lock(0)}, {add(1, 1, 1)}})), "");
}

// Both are behind the same write, which only one can take; that is no revisit of a third one.
TEST(Awamoche, WhoTakesNothingPassesNobodyOver) {
  const Body section = {await(1, 0, 0), lock(0), unlock(0)};
  EXPECT_EQ(compareAll(parallel({section, section, section})), "");
}

TEST(Awamoche, UnorderedWritesAreNotRevisitedInPlace) {
  EXPECT_EQ(compareAll(parallel({{store(0, 1), store(0, 2)}, {awaitCas(0, 0, 1, 2)}})), "");
}

// Sections, semaphores, words that are handed from state to state, and what others see of them.
Script randomLocks(std::uint64_t index) {
  RandomNumbers numbers(RandomNumbers(77).next() + index);
  const auto word = [&](unsigned from, unsigned count) { return from + static_cast<unsigned>(numbers.below(count)); };
  std::vector<Body> bodies(2 + numbers.below(3));
  for (Body& body : bodies) {
    const auto look = [&] {
      switch (numbers.below(4)) {
        case 0: body.push_back(store(3, 1 + numbers.below(2))); break;
        case 1: body.push_back(load(0, word(0, 4))); break;
        case 2: body.push_back(awaitNot(0, word(2, 2), 0)); break;
        default: body.push_back(add(1, 3, 1));
      }
    };
    for (std::uint64_t left = 1 + numbers.below(bodies.size() < 4 ? 2 : 1); left > 0; --left) {
      if (numbers.below(2) == 0) look();
      switch (numbers.below(8)) {
        case 0: body.push_back(post(2)); break;
        case 1: body.push_back(wait(2)); break;
        case 2: body.push_back(awaitCas(1, 4, numbers.below(3), numbers.below(3))); break;
        case 3: body.push_back(tryLock(1, word(0, 2))); break;
        default: {
          const unsigned held = word(0, 2);
          body.push_back(lock(held));
          if (numbers.below(3) == 0) look();
          if (numbers.below(8) != 0) body.push_back(unlock(held));
        }
      }
    }
  }
  Script script = parallel(bodies);
  script.words = 5;
  return script;
}

TEST(Awamoche, EveryUsefulGraphOfRandomLocks) {
  for (std::uint64_t i = 0; i < 1500; ++i) {
    const Script script = randomLocks(i);
    if (compareAll(script).empty()) continue;
    const Script smallest = shrink(script, [&](const Script& part) { return !compareAll(part).empty(); });
    FAIL() << compareAll(smallest) << "script " << i;
  }
}

TEST(Awamoche, EveryUsefulGraphOfRandomScripts) {
  for (std::uint64_t i = 0; i < 600; ++i) {
    const Script script = randomWeakScript(11, i);
    if (compareAll(script).empty()) continue;
    const Script smallest = shrink(script, [&](const Script& part) { return !compareAll(part).empty(); });
    FAIL() << compareAll(smallest) << "script " << i;
  }
}

}  // namespace
}  // namespace heddle::testing
