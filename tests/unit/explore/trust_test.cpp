// TruSt on scripts: litmus tests with known answers, and every graph of random
// scripts against brute force.
#include "explore/graph/trust.h"

#include <gtest/gtest.h>

#include <random>

#include "explore/explorer.h"
#include "support/graph_oracle.h"

namespace heddle::testing {
namespace {

using core::Order;
using explore::graph::TrustSearch;

struct Found {
  Graphs graphs;
  unsigned twice = 0;
  unsigned redundant = 0;
};

Found explore(const Script& script, const std::string& model) {
  ScriptedProgram program(script);
  program.keepGoing(true);
  TrustSearch search(*models::modelNamed(model));
  Found found;
  while (true) {
    const core::Execution& execution = program.run(search);
    std::string end = "complete";
    if (execution.end == core::End::Violated) end = "violated";
    if (execution.end == core::End::Blocked || execution.end == core::End::Deadlock) end = "blocked";
    if (execution.end == core::End::Abandoned) ++found.redundant;
    if (!found.graphs.emplace(textOf(search.graph(), program), end).second) ++found.twice;
    if (!search.advance(execution)) break;
  }
  EXPECT_FALSE(search.mismatch().has_value());
  return found;
}

std::string compare(const Script& script, const std::string& model) {
  const auto expected = consistentGraphs(script, model);
  if (!expected) return {};
  const Found found = explore(script, model);
  std::string out;
  if (found.twice != 0) out += std::to_string(found.twice) + " graphs visited again\n";
  if (found.redundant != 0) out += std::to_string(found.redundant) + " executions given up\n";
  for (const auto& [graph, end] : *expected)
    if (!found.graphs.contains(graph)) out += "missing (" + end + "):\n" + graph;
  for (const auto& [graph, end] : found.graphs) {
    const auto same = expected->find(graph);
    if (same == expected->end())
      out += "too much (" + end + "):\n" + graph;
    else if (same->second != end)
      out += "ends " + end + ", not " + same->second + ":\n" + graph;
  }
  if (!out.empty()) out = model + ": " + out + text(script);
  return out;
}

constexpr const char* kModels[] = {"sc", "tso", "ra", "rc11"};

TEST(Trust, StoreBuffering) {
  const Script script = parallel({{store(0, 1), load(0, 1)}, {store(1, 1), load(0, 0)}});
  EXPECT_EQ(explore(script, "sc").graphs.size(), 3u);
  EXPECT_EQ(explore(script, "tso").graphs.size(), 3u);  // stores are sequentially consistent
  EXPECT_EQ(explore(script, "ra").graphs.size(), 4u);
  EXPECT_EQ(explore(script, "rc11").graphs.size(), 3u);
  for (const char* model : kModels) EXPECT_EQ(compare(script, model), "");
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  unsigned below(unsigned n) { return static_cast<unsigned>(engine_() % n); }

  Script script() {
    const unsigned threads = 2 + below(2);
    std::vector<Body> bodies;
    for (unsigned t = 0; t < threads; ++t) bodies.push_back(body(threads == 2 ? 4 : 3));
    Script made = parallel(bodies, below(3) == 0 ? body(1) : Body{});
    made.words = 2;
    return made;
  }

 private:
  Order order() {
    static constexpr Order kOrders[] = {Order::Relaxed, Order::Acquire, Order::Release,
                                        Order::AcqRel,  Order::SeqCst,  Order::SeqCst};
    return kOrders[below(6)];
  }
  static Order forLoad(Order o) { return o == Order::Release || o == Order::AcqRel ? Order::Acquire : o; }
  static Order forStore(Order o) { return o == Order::Acquire || o == Order::AcqRel ? Order::Release : o; }

  Body body(unsigned most) {
    Body out;
    for (unsigned n = 1 + below(most); n > 0; --n) out.push_back(statement());
    // Whoever reads may do the rest only if it has seen something.
    if (out.size() > 1 && below(4) == 0) out.insert(out.begin() + 1, skipIf(0, below(2), 1));
    if (below(8) == 0) out.push_back(assume(0, below(2)));
    if (below(8) == 0) out.push_back(check(0, below(2)));
    return out;
  }
  Statement statement() {
    const unsigned word = below(2), value = 1 + below(2);
    const Order o = order();
    switch (below(14)) {
      case 0:
      case 1:
      case 2:
      case 3: return with(forLoad(o), load(0, word));
      case 4:
      case 5:
      case 6:
      case 7: return with(forStore(o), store(word, value));
      case 8: return with(o, add(0, word, 1));
      case 9: return with(o, cas(0, word, below(2), value));
      case 10: return with(o, exchange(0, word, value));
      case 11:
        return below(2) == 0 ? with(o, awaitCas(0, word, below(2), value)) : with(forLoad(o), await(0, word, below(3)));
      case 12: return below(3) == 0 ? choose(0, 2) : with(forLoad(o), awaitNot(0, word, 0));
      default: return with(o == Order::Relaxed ? Order::AcqRel : o, fence());
    }
  }
  std::mt19937_64 engine_;
};

TEST(Trust, EveryGraphOfRandomScripts) {
  const char* const count = std::getenv("HEDDLE_GRAPHS");
  const unsigned scripts = count != nullptr ? static_cast<unsigned>(std::atoi(count)) : 200;
  const char* const first = std::getenv("HEDDLE_SEED");
  const unsigned seed = first != nullptr ? static_cast<unsigned>(std::atoi(first)) : 1;
  for (unsigned i = seed; i < seed + scripts; ++i) {
    const Script script = Random(i).script();
    for (const char* model : kModels) ASSERT_EQ(compare(script, model), "") << "seed " << i;
  }
}

}  // namespace
}  // namespace heddle::testing
