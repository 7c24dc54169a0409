// Confirmation loops on scripts: of the graphs that TruSt finds (which
// trust_test compares with brute force), every one in which no confirmation
// fails, and those who wait read from the last write, is found, once. And where
// the paper promises so, none in which a confirmation fails.
#include <gtest/gtest.h>

#include <map>

#include "explore/graph/trust.h"
#include "support/graph_compare.h"
#include "support/random_script.h"
#include "support/weak_script.h"

namespace heddle::testing {
namespace {

using core::EventId;
using core::Graph;
using core::GraphEvent;
using core::Order;
using explore::graph::Optimisations;
using explore::graph::TrustSearch;

constexpr Optimisations kInPlace{.inPlace = true, .speculative = true};
constexpr Optimisations kAll{.staleReads = true, .inPlace = true, .speculative = true};
constexpr const char* kModels[] = {"sc", "tso", "ra", "rc11"};
constexpr unsigned kMostExecutions = 5'000;  // larger scripts are left out

enum class Fate { Useful, Waits, Fails };  // Waits: for an old write. Fails: a confirmation does

Fate fateOf(const Graph& graph) {
  Fate fate = Fate::Useful;
  for (EventId e = 0; e < graph.size(); ++e) {
    const GraphEvent& event = graph[e];
    if (event.label != core::Label::Read || !event.isBlocked) continue;
    if (explore::graph::isConfirm(event.op)) return Fate::Fails;
    if (event.rf != graph.last(event.location)) fate = Fate::Waits;
  }
  return fate;
}

struct Explored {
  std::map<std::string, Fate> graphs;
  unsigned twice = 0;
  unsigned executions = 0;
  unsigned restarts = 0;
};

Explored explore(const Script& script, const std::string& model, Optimisations optimisations) {
  ScriptedProgram program(script);
  program.keepGoing(true);
  TrustSearch search(*models::modelNamed(model), optimisations);
  Explored explored;
  GraphRuns runs(program, search);
  while (true) {
    const core::End end = runs.next();
    if (runs.isCached()) EXPECT_EQ(end, core::End::Complete);
    ++explored.executions;
    if (!explored.graphs.emplace(textOf(search.explored(), program), fateOf(search.explored())).second)
      ++explored.twice;
    if (explored.executions > kMostExecutions || !runs.advance()) break;
    if (search.takeBroken())
      explored = {.graphs = {}, .restarts = explored.restarts + 1};
    else
      EXPECT_NE(end, core::End::Abandoned);
  }
  EXPECT_FALSE(search.mismatch().has_value());
  return explored;
}

std::string compare(const Script& script, const std::string& model, Optimisations optimisations, bool isOrderly) {
  const Explored all = explore(script, model, {});
  if (all.executions > kMostExecutions) return {};
  const Explored fewer = explore(script, model, optimisations);
  std::string out;
  if (fewer.twice != 0) out += std::to_string(fewer.twice) + " graphs visited again\n";
  for (const auto& [graph, fate] : all.graphs)
    if (fate == Fate::Useful && !fewer.graphs.contains(graph)) out += "missing:\n" + graph;
  for (const auto& [graph, fate] : fewer.graphs) {
    if (!all.graphs.contains(graph)) out += "too much:\n" + graph;
    if (isOrderly && fate == Fate::Fails) out += "a confirmation fails:\n" + graph;
  }
  if (!out.empty()) out = model + ": " + out + text(script);
  return out;
}

std::string compareAll(const Script& script, bool isOrderly) {
  std::string out;
  for (const char* model : kModels)
    for (const Optimisations optimisations : {kInPlace, kAll}) out += compare(script, model, optimisations, isOrderly);
  return out;
}

// x = value, as a loop would that tries again when x has changed meanwhile.
Body change(std::uint64_t value) { return {speculate(0, 0), confirm(1, 0, r(0), value)}; }

TEST(SpeculativeReads, EachOrderOfTheConfirmationsOnce) {
  const unsigned factorial[] = {1, 1, 2, 6, 24, 120};
  for (unsigned n = 1; n <= 5; ++n) {
    std::vector<Body> bodies;
    for (unsigned i = 1; i <= n; ++i) bodies.push_back(change(i));
    for (const char* model : kModels) {
      const Explored explored = explore(parallel(bodies), model, kAll);
      EXPECT_EQ(explored.executions, factorial[n]) << model;
      EXPECT_EQ(explored.graphs.size(), factorial[n]) << model;
      EXPECT_EQ(explored.restarts, 0u) << model;
    }
    if (n < 5) EXPECT_EQ(compareAll(parallel(bodies), true), "");
  }
}

// Random scripts around such loops.
class Author {
 public:
  Author(std::uint64_t seed, std::uint64_t index, bool isOrderly)
      : numbers_(explore::RandomNumbers(seed).next() + index), isOrderly_(isOrderly) {}

  Script write() {
    const unsigned threads = 2 + below(3);
    std::vector<Body> bodies(threads);
    for (Body& body : bodies)
      for (unsigned left = 1 + below(threads == 2 ? 4 : threads == 3 ? 3 : 2); left > 0; --left) append(body, piece());
    Body last;
    if (oneIn(4)) append(last, piece());
    Script script = parallel(bodies, last);
    if (oneIn(4)) script.threads[0].insert(script.threads[0].begin(), store(0, 99));
    return script;
  }

 private:
  unsigned below(unsigned n) { return static_cast<unsigned>(numbers_.below(n)); }
  bool oneIn(unsigned n) { return below(n) == 0; }
  static void append(Body& body, const Body& more) { body.insert(body.end(), more.begin(), more.end()); }

  Order order() {
    static constexpr Order kOrders[] = {Order::SeqCst, Order::AcqRel, Order::AcqRel, Order::Relaxed};
    return kOrders[below(isOrderly_ ? 3 : 4)];
  }
  Statement any(Statement s) { return with(order(), s); }
  Statement reading(Statement s) {
    const Order o = order();
    return with(o == Order::AcqRel ? Order::Acquire : o, s);
  }
  Statement writing(Statement s) {
    const Order o = order();
    return with(o == Order::AcqRel ? Order::Release : o, s);
  }
  std::uint64_t fresh() { return isOrderly_ || !oneIn(6) ? next_++ : below(3); }

  Body piece() {
    const unsigned kind = below(isOrderly_ ? 10 : 12);
    if (kind < 5) return attempt();
    switch (kind) {
      case 5:
      case 6: return {reading(load(below(2), below(2)))};
      case 7: return {writing(store(1, 1 + below(2)))};
      case 8: return {oneIn(2) ? reading(awaitNot(3, below(2), 0)) : reading(await(3, 1, 1))};
      case 9: return {any(add(3, 1, 1))};
      case 10: return {writing(store(0, fresh()))};
      default: return {oneIn(2) ? any(add(3, 0, 1)) : any(cas(3, 0, below(3), fresh()))};
    }
  }

  Body attempt() {
    const bool isConditional = oneIn(3);
    const std::uint64_t unless = isConditional ? below(next_) : ~std::uint64_t{0};
    Body between;
    for (unsigned left = below(6) / 3; left > 0; --left) between.push_back(inBetween());
    between.push_back(any(confirm(3, 0, r(0), fresh())));
    Body body{reading(speculateUnless(0, 0, unless))};
    if (isConditional) body.push_back(skipIf(0, unless, static_cast<unsigned>(between.size())));
    append(body, between);
    return body;
  }
  Statement inBetween() {
    switch (below(isOrderly_ ? 6 : 10)) {
      case 0: return with(Order::SeqCst, fence());
      case 1: return choose(2, 2);
      case 6: return check(1, below(2));
      case 7: return writing(store(1, 1));
      case 8: return reading(load(2, 0));
      case 9: return reading(awaitNot(3, 1, 0));
      default: return reading(load(1, 1));
    }
  }

  explore::RandomNumbers numbers_;
  bool isOrderly_;
  std::uint64_t next_ = 1;  // a value that nobody has written
};

void compareRandom(std::uint64_t seed, std::uint64_t scripts, bool isOrderly) {
  for (std::uint64_t i = 0; i < scripts; ++i) {
    const Script script = Author(seed, i, isOrderly).write();
    if (compareAll(script, isOrderly).empty()) continue;
    // A speculative read without its confirmation is not orderly.
    const auto fails = [&](const Script& part) { return !isOrderly && !compareAll(part, isOrderly).empty(); };
    const Script smallest = shrink(script, fails);
    FAIL() << compareAll(smallest, isOrderly) << "script " << i;
  }
}

TEST(SpeculativeReads, NoConfirmationFailsInOrderlyScripts) { compareRandom(21, 100, true); }
TEST(SpeculativeReads, EveryUsefulGraphOfRandomScripts) { compareRandom(22, 100, false); }

}  // namespace
}  // namespace heddle::testing
