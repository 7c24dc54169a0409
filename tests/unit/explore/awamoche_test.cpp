// Awamoche's remedies on scripts: of the graphs that TruSt finds (which
// trust_test compares with brute force), every one in which those who wait read
// from the last write is found, once; the others only where two writes of the
// word that is waited for may stand in either order, or updates compete for it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <set>

#include "explore/graph/trust.h"
#include "support/graph_oracle.h"
#include "support/random_script.h"

namespace heddle::testing {
namespace {

using core::EventId;
using core::Graph;
using core::Order;
using explore::graph::Remedies;
using explore::graph::TrustSearch;

// A graph as text, and at which words somebody waits for an old write.
using Found = std::map<std::string, std::set<std::size_t>>;

struct Explored {
  Found graphs;
  std::set<std::size_t> raced;  // words with writes that nothing orders, or that updates have waited for
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
  for (EventId e = 0; e < graph.size(); ++e)
    if (graph[e].label == core::Label::Write && graph[e].isExclusive && graph[e].op.rule->canBlock)
      words.insert((graph[e].op.addr - first) / 8);
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
  while (true) {
    const core::Execution& execution = program.run(search);
    ++explored.executions;
    addRaces(search.graph(), program.addressOf(0), models::modelNamed(model)->causality, explored.raced);
    if (!explored.graphs.emplace(textOf(search.graph(), program), staleWaits(search.graph(), program.addressOf(0)))
             .second)
      ++explored.twice;
    const bool isAbandoned = execution.end == core::End::Abandoned;
    if (explored.executions > kMostExecutions || !search.advance(execution)) break;
    if (search.takeRestart()) {
      explored.graphs.clear();
      explored.twice = explored.executions = 0;
    } else {
      EXPECT_FALSE(isAbandoned);
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

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  unsigned below(unsigned n) { return static_cast<unsigned>(engine_() % n); }

  Script script() {
    const unsigned threads = 2 + below(3);
    std::vector<Body> bodies;
    for (unsigned t = 0; t < threads; ++t) bodies.push_back(body(threads == 2 ? 5 : threads == 3 ? 4 : 3));
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
    if (out.size() > 1 && below(4) == 0) out.insert(out.begin() + 1, skipIf(0, below(2), 1));
    if (below(8) == 0) out.push_back(assume(0, below(2)));
    return out;
  }
  // Few plain stores: where writes race, nothing is done in place.
  Statement statement() {
    const unsigned word = below(2), value = 1 + below(2);
    const Order o = order();
    switch (below(15)) {
      case 0:
      case 1: return with(forLoad(o), load(0, word));
      case 2: return with(forStore(o), store(word, value));
      case 3:
      case 4: return with(o, add(0, word, 1));
      case 5: return with(o, cas(0, word, below(2), value));
      case 6: return with(o, exchange(0, word, below(3)));
      case 7: return lock(word);
      case 8: return unlock(word);
      case 9: return wait(word);
      case 10: return post(word);
      case 11: return with(o, awaitCas(0, word, below(2), value));
      case 12: return with(forLoad(o), await(0, word, below(3)));
      case 13: return with(forLoad(o), awaitNot(0, word, below(2)));
      default: return below(3) == 0 ? choose(0, 2) : with(o == Order::Relaxed ? Order::AcqRel : o, fence());
    }
  }
  std::mt19937_64 engine_;
};

unsigned fromEnvironment(const char* name, unsigned otherwise) {
  const char* const value = std::getenv(name);
  return value != nullptr ? static_cast<unsigned>(std::atoi(value)) : otherwise;
}

TEST(Awamoche, EveryUsefulGraphOfRandomScripts) {
  const unsigned seed = fromEnvironment("HEDDLE_SEED", 1);
  for (unsigned i = seed; i < seed + fromEnvironment("HEDDLE_GRAPHS", 300); ++i) {
    const Script script = Random(i).script();
    for (const char* model : kModels)
      for (const Remedies remedies : {Remedies{.staleReads = true}, Remedies{.inPlace = true}}) {
        if (compare(script, model, remedies).empty()) continue;
        const Script smallest =
            shrink(script, [&](const Script& part) { return !compare(part, model, remedies).empty(); });
        FAIL() << compare(smallest, model, remedies) << "seed " << i << ", in place " << remedies.inPlace;
      }
  }
}

}  // namespace
}  // namespace heddle::testing
