// Searches on graphs that give parts of what they have left to others: the same executions, in the same order.
#include <gtest/gtest.h>

#include "support/graph_compare.h"
#include "support/split_compare.h"
#include "support/weak_script.h"

namespace heddle::explore::graph {
namespace {

using namespace heddle::testing;

constexpr Optimisations kAll{.staleReads = true, .inPlace = true, .speculative = true};

struct Sum {
  unsigned executions = 0, splits = 0;
};

Sum compareAll(const Script& script, Optimisations optimisations, std::uint64_t seed) {
  Sum sum;
  for (const std::string_view model : modelNames()) {
    const SplitComparison comparison = compareSplits(script, model, optimisations, seed);
    EXPECT_EQ(comparison.wrong.value_or(""), "") << text(script) << "seed " << seed;
    if (comparison.isTooLarge) break;
    sum.executions += comparison.executions;
    sum.splits += comparison.splits;
  }
  return sum;
}

void compareMany(Script (*make)(std::uint64_t, std::uint64_t), Optimisations optimisations, unsigned scripts) {
  Sum sum;
  for (std::uint64_t i = 0; i < scripts; ++i) {
    const auto [executions, splits] = compareAll(make(77, i), optimisations, i);
    sum.executions += executions;
    sum.splits += splits;
  }
  EXPECT_GT(sum.executions, 1000u);
  EXPECT_GT(sum.splits, 300u);
}

TEST(Split, Scripts) { compareMany(randomWeakScript, {}, 100); }
TEST(Split, ScriptsWithTheOptimisations) { compareMany(randomWeakScript, kAll, 100); }
TEST(Split, Locks) { compareMany(randomLocks, kAll, 100); }
TEST(Split, Speculation) { compareMany(randomSpeculation, kAll, 100); }

}  // namespace
}  // namespace heddle::explore::graph
