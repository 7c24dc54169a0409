// Searches against brute force on random scripts; tests/fuzz does many more.
#include <gtest/gtest.h>

#include "explore/observe.h"

namespace heddle::explore {
namespace {

const Shape kSmall{.maxInterleavings = 1'000};

TEST(Oracle, NaiveAgreesOnRandomScripts) {
  RandomNumbers numbers(2024);
  for (int i = 0; i < 400; ++i) {
    const Script script = randomScript(numbers, kSmall);
    const auto wrong = naiveDisagrees(script);
    ASSERT_FALSE(wrong) << *wrong << "\n" << text(script);
  }
}

TEST(Oracle, RandomScriptsAreNotAllTheSame) {
  // The comparison is worth something only if the scripts end in many ways.
  RandomNumbers numbers(2024);
  std::map<core::End, unsigned> ends;
  for (int i = 0; i < 400; ++i)
    for (const auto& [state, count] : everyInterleaving(randomScript(numbers, kSmall), Machine::Violations::End))
      ++ends[static_cast<core::End>(state[0])];
  for (const core::End end : {core::End::Complete, core::End::Blocked, core::End::Deadlock, core::End::Violated})
    EXPECT_GT(ends[end], 50u) << "end " << static_cast<int>(end);
}

TEST(Oracle, BruteForceCountsStoreBuffering) {
  // The oracle itself, against numbers worked out by hand.
  const Script script = parallel({{store(0, 1), load(0, 1)}, {store(1, 1), load(0, 0)}});
  const Seen expected{{{0, 1}, 1}, {{1, 0}, 1}, {{1, 1}, 4}};
  EXPECT_EQ(observe(script, {{1, 0}, {2, 0}}, everyInterleaving(script, Machine::Violations::End)), expected);
  EXPECT_EQ(reachableEnds(script, Machine::Violations::End).size(), 3u);
}

TEST(Oracle, ShrinkingKeepsOnlyWhatFails) {
  const Script script =
      parallel({{load(0, 0), store(1, 2), fence()}, {store(0, 1), lock(2)}, {choose(0, 3)}}, {load(0, 1), check(0, 2)});
  // "Fails" when the lock is never released.
  const auto fails = [](const Script& s) {
    for (const auto& [state, count] : everyInterleaving(s, Machine::Violations::End))
      if (state[2 + 2] != 0) return true;
    return false;
  };
  EXPECT_EQ(text(shrink(script, fails)), text(Script{.threads = {{spawn(1)}, {lock(2)}}}));
}

}  // namespace
}  // namespace heddle::explore
