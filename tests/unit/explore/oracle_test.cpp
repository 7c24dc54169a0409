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

TEST(Oracle, ReductionsRunEachTraceOnce) {
  for (std::uint64_t i = 0; i < 2'000; ++i) {
    const Script script = randomScript(2025, i, {.maxInterleavings = 300});
    const auto wrong = reductionDisagrees(script);
    ASSERT_FALSE(wrong) << *wrong << "\n" << text(script);
  }
}

TEST(Oracle, RandomScriptsHaveEverything) {
  std::map<Do, unsigned> kinds;
  unsigned trees = 0, parts = 0, many = 0, large = 0;
  for (std::uint64_t i = 0; i < 1'000; ++i) {
    const Script script = randomScript(2026, i, {.maxInterleavings = 5'000});
    ASSERT_TRUE(isWellFormed(script)) << text(script);
    many += script.threads.size() == 5 ? 1 : 0;
    large += countInterleavings(script, 200) ? 0 : 1;
    for (unsigned t = 0; t < script.threads.size(); ++t)
      for (const Statement& s : script.threads[t]) {
        ++kinds[s.what];
        trees += t != 0 && s.what == Do::Spawn ? 1 : 0;
        parts += s.size != 8 ? 1 : 0;
      }
  }
  for (const Do what :
       {Do::Load,  Do::Store, Do::Add,      Do::Cas,    Do::Exchange,   Do::Lock,     Do::Unlock,    Do::TryLock,
        Do::Post,  Do::Wait,  Do::AwaitCas, Do::Gate,   Do::AwaitEqual, Do::AwaitNot, Do::AwaitLess, Do::AwaitAtLeast,
        Do::Fence, Do::Join,  Do::Choose,   Do::Assume, Do::Assert,     Do::SkipIf,   Do::AtomicEnd})
    EXPECT_GT(kinds[what], 40u) << text(Statement{what, 0, 0, 0, {}, {}});
  for (const unsigned count : {trees, parts, many, large}) EXPECT_GT(count, 100u);
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
