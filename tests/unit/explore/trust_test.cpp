// TruSt on scripts: what brute force finds, too. The litmus tests are in
// tests/litmus, many more random scripts in tests/fuzz.
#include "explore/graph/trust.h"

#include <gtest/gtest.h>

#include "support/graph_compare.h"
#include "support/weak_script.h"

namespace heddle::testing {
namespace {

using core::Order;

std::string compare(const Script& script) {
  const GraphComparison comparison = compareGraphs(script, "trust", modelNames());
  EXPECT_FALSE(comparison.isTooLarge);
  return comparison.wrong.value_or("");
}

std::vector<std::size_t> counts(const Script& script) {
  std::vector<std::size_t> out;
  for (const std::string_view model : modelNames()) out.push_back(graphsOf(script, "trust", model).graphs.size());
  return out;
}

using Counts = std::vector<std::size_t>;  // sc, tso, ra, rc11

TEST(Trust, StoreBuffering) {
  const Script script = parallel({{store(0, 1), load(0, 1)}, {store(1, 1), load(0, 0)}});
  EXPECT_EQ(counts(script), (Counts{3, 3, 4, 3}));
  EXPECT_EQ(compare(script), "");
}

// What is no barrier on x86 must not order what is around it.
TEST(Trust, StoreBufferingAroundWhatOrdersNothing) {
  const auto script = [](const Statement& between) {
    return parallel({{with(Order::Relaxed, store(0, 1)), between, with(Order::Relaxed, load(0, 1))},
                     {with(Order::Relaxed, store(1, 1)), between, with(Order::Relaxed, load(0, 0))}});
  };
  const Script fences = script(with(Order::AcqRel, fence()));
  EXPECT_EQ(counts(fences), (Counts{3, 4, 4, 4}));
  EXPECT_EQ(compare(fences), "");
  const Script choices = script(choose(1, 2));
  EXPECT_EQ(counts(choices), (Counts{12, 16, 16, 16}));
  EXPECT_EQ(compare(choices), "");
}

TEST(Trust, EveryGraphOfRandomScripts) {
  for (std::uint64_t i = 0; i < 200; ++i) {
    const Script script = randomWeakScript(7, i);
    const GraphComparison comparison = compareGraphs(script, "trust", modelNames(), {.candidates = 2000});
    ASSERT_EQ(comparison.wrong.value_or(""), "") << text(script);
  }
}

}  // namespace
}  // namespace heddle::testing
