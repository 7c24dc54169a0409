// What models answer while graphs grow, against their axioms on the whole graph.
#include <gtest/gtest.h>

#include "explore/graph/trust.h"
#include "explore/random_numbers.h"
#include "models/model.h"
#include "support/graph_compare.h"
#include "support/literal_models.h"

namespace heddle::testing {
namespace {

using core::Graph;
using core::Order;

unsigned asked = 0;
unsigned refused = 0;

template <bool (*answer)(const Graph&, core::EventId), bool (*axiom)(const Graph&)>
bool bothAgree(const Graph& graph, core::EventId changed) {
  const bool isConsistent = answer(graph, changed);
  EXPECT_EQ(isConsistent, axiom(graph));
  ++asked;
  refused += isConsistent ? 0 : 1;
  return isConsistent;
}

// More accesses and fences than brute force could enumerate.
Script longScript(explore::RandomNumbers& numbers) {
  const auto word = [&] { return static_cast<unsigned>(numbers.below(3)); };
  const auto order = [&](std::initializer_list<Order> orders) { return orders.begin()[numbers.below(orders.size())]; };
  std::vector<Body> threads(2 + numbers.below(3));
  for (Body& body : threads)
    for (std::uint64_t left = 3 + numbers.below(5); left-- > 0;) {
      const Order read = order({Order::Relaxed, Order::Acquire, Order::SeqCst, Order::SeqCst});
      const Order write = order({Order::Relaxed, Order::Release, Order::SeqCst, Order::SeqCst});
      switch (numbers.below(8)) {
        case 0: body.push_back(with(order({Order::SeqCst, Order::SeqCst, Order::AcqRel}), fence())); break;
        case 1: body.push_back(with(order({Order::Relaxed, Order::AcqRel, Order::SeqCst}), add(0, word(), 1))); break;
        case 2:
        case 3:
        case 4: body.push_back(with(read, load(0, word()))); break;
        default: body.push_back(with(write, store(word(), 1 + numbers.below(2))));
      }
    }
  return parallel(threads);
}

void explore(const Script& script, const models::Model& model, unsigned executions) {
  ScriptedProgram program(script);
  explore::graph::TrustSearch search(model);
  GraphRuns runs(program, search, false);
  do runs.next();
  while (runs.advance() && --executions > 0 && !::testing::Test::HasFailure());
}

TEST(Models, AnswerAsTheirAxioms) {
  const models::Model kBoth[] = {
      {"sc", "", Graph::Row::Causal, Graph::Row::Causal, bothAgree<models::isConsistentSc, isLiterallyConsistentSc>},
      {"rc11", "", Graph::Row::Hb, Graph::Row::Hb, bothAgree<models::isConsistentRc11, isLiterallyConsistentRc11>}};
  explore::RandomNumbers numbers(3);
  for (unsigned i = 0; i < 300; ++i) {
    const Script script = longScript(numbers);
    for (const models::Model& model : kBoth) {
      explore(script, model, 60);
      ASSERT_FALSE(HasFailure()) << model.name << "\n" << text(script);
    }
  }
  EXPECT_GT(asked, 10'000u);
  EXPECT_GT(refused, 1'000u);
}

}  // namespace
}  // namespace heddle::testing
