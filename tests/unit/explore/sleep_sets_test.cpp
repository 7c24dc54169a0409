#include "explore/dpor/sleep_sets.h"

#include <gtest/gtest.h>

namespace heddle::explore::dpor {
namespace {

TrailStep step(ThreadId thread, core::Address addr, Effect effect, std::uint64_t choice = 0) {
  return {.footprint = {{addr, 8, effect}, nullptr}, .choice = choice, .thread = thread};
}

std::vector<ThreadId> threads(std::span<const Sleeper> sleepers) {
  std::vector<ThreadId> out;
  for (const Sleeper& sleeper : sleepers) out.push_back(sleeper.thread);
  return out;
}
using Threads = std::vector<ThreadId>;

TEST(SleepSets, BeginEmpty) {
  const SleepSets sleep;
  EXPECT_EQ(sleep.prefixes(), 1u);
  EXPECT_TRUE(sleep.last().empty());
}

TEST(SleepSets, WhoIsIndependentSleepsOn) {
  SleepSets sleep;
  sleep.add(step(1, 64, Effect::Write));
  sleep.add(step(2, 72, Effect::Read));
  sleep.add(step(3, 80, Effect::Read));
  sleep.push(step(4, 64, Effect::Read));  // wakes 1
  EXPECT_EQ(threads(sleep.last()), (Threads{2, 3}));
  sleep.push(step(4, 72, Effect::Read));  // two reads
  EXPECT_EQ(threads(sleep.last()), (Threads{2, 3}));
  sleep.push(step(4, 80, Effect::Write));  // wakes 3
  EXPECT_EQ(threads(sleep.last()), (Threads{2}));
  // The earlier sets are still there.
  EXPECT_EQ(threads(sleep.of(0)), (Threads{1, 2, 3}));
  EXPECT_EQ(threads(sleep.of(1)), (Threads{2, 3}));
  EXPECT_EQ(sleep.prefixes(), 4u);
}

TEST(SleepSets, AThreadThatGoesOnDoesNotSleep) {
  // Another value of its Choose may.
  SleepSets sleep;
  sleep.add(step(1, 64, Effect::Read, 5));
  EXPECT_EQ(sleep.last()[0].choice, 5u);
  sleep.push(step(1, 72, Effect::Read));
  EXPECT_TRUE(sleep.last().empty());
}

TEST(SleepSets, AStepThatTouchesNothingWakesNobody) {
  SleepSets sleep;
  sleep.add(step(1, 64, Effect::Write));
  sleep.push({.thread = 2});
  EXPECT_EQ(threads(sleep.last()), (Threads{1}));
}

TEST(SleepSets, ASectionWakesWhomAnyOfItsAccessesMeets) {
  SleepSets sleep;
  sleep.add(step(1, 64, Effect::Read));
  sleep.add(step(2, 72, Effect::Read));
  const std::vector<Access> more{{72, 8, Effect::Write}};
  const TrailStep section{.footprint = {{80, 8, Effect::Write}, std::make_shared<const std::vector<Access>>(more)},
                          .thread = 3};
  sleep.push(section);
  EXPECT_EQ(threads(sleep.last()), (Threads{1}));
}

TEST(SleepSets, TruncateGoesBack) {
  SleepSets sleep;
  sleep.add(step(1, 64, Effect::Write));
  sleep.push(step(2, 72, Effect::Write));
  sleep.push(step(2, 64, Effect::Write));
  sleep.truncate(1);
  EXPECT_EQ(sleep.prefixes(), 2u);
  sleep.add(step(2, 64, Effect::Write));  // it was explored from here
  EXPECT_EQ(threads(sleep.last()), (Threads{1, 2}));
  sleep.truncate(0);
  EXPECT_EQ(threads(sleep.last()), (Threads{1}));
  sleep.truncate(5);  // nothing to drop
  EXPECT_EQ(sleep.prefixes(), 1u);
}

}  // namespace
}  // namespace heddle::explore::dpor
