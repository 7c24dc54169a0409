// When a thread in a loop does the same again and again.
#include "runtime/loops/repetition.h"

#include <gtest/gtest.h>

namespace heddle::runtime {
namespace {

constexpr unsigned kManyIterations = 64;

constexpr ThreadId kMe = 1, kOther = 2;

class Repetition : public ::testing::Test {
 protected:
  void read(ThreadId thread, core::Address addr, SiteId site = 1, core::Value value = 0) {
    core::Event event;
    event.op = {.addr = addr, .site = site, .kind = core::OpKind::Read, .size = 4};
    event.read = value;
    event.thread = thread;
    trace_.push_back(event);
  }
  bool repeats() const { return repeatsItself(trace_, kMe); }

  core::EventLog trace_;
};

TEST_F(Repetition, TheSameWordEachTime) {
  for (unsigned i = 0; i < kManyIterations; ++i) {
    EXPECT_FALSE(repeats());
    read(kMe, 0x1000);
  }
  EXPECT_TRUE(repeats());
}

TEST_F(Repetition, WhatOthersDoDoesNotCount) {
  for (unsigned i = 0; i < kManyIterations; ++i) {
    read(kMe, 0x1000);
    read(kOther, 0x2000 + 8 * i);
  }
  EXPECT_TRUE(repeats());
}

TEST_F(Repetition, WhatIsFoundThereDoesNotCount) {
  for (unsigned i = 0; i < kManyIterations; ++i) read(kMe, 0x1000, 1, i);
  EXPECT_TRUE(repeats());
}

TEST_F(Repetition, AListIsGoneThrough) {
  for (unsigned i = 0; i < kManyIterations; ++i) read(kMe, 0x1000 + 16 * i);
  EXPECT_FALSE(repeats());
}

TEST_F(Repetition, WhatWasBeforeTheLoopDoesNotCount) {
  for (unsigned i = 0; i < 100; ++i) read(kMe, 0x1000 + 16 * i);
  for (unsigned i = 0; i < kManyIterations; ++i) read(kMe, 0x1000, i % 4);
  EXPECT_TRUE(repeats());
}

constexpr SiteId kLoop = 7;

// Enters the loop, in an execution of its own; whether it was found to grow.
bool spins(LongLoops& loops, unsigned looks) {
  bool grows = false;
  for (unsigned look = 1; look <= looks; ++look) grows = (loops.isLong(kLoop, look) && loops.grows(kLoop)) || grows;
  loops.endExecution();
  return grows;
}

TEST(LongLoops, OneThatHasMoreIterationsInEachExecutionGrows) {
  LongLoops loops;
  for (unsigned looks = 0; looks < 16; ++looks) EXPECT_FALSE(spins(loops, looks)) << looks;
  EXPECT_TRUE(spins(loops, 16));
}

TEST(LongLoops, OneThatWorksDoesNot) {
  LongLoops loops;
  for (const unsigned looks : {1000U, 1000U, 3U, 1000U, 2U, 500U, 1000U}) EXPECT_FALSE(spins(loops, looks));
}

TEST(LongLoops, TheLastOneIsToBlame) {
  LongLoops loops;
  EXPECT_FALSE(loops.isLong(kLoop, 15));
  EXPECT_EQ(loops.last(), 0u);
  EXPECT_TRUE(loops.isLong(kLoop, 16));
  EXPECT_EQ(loops.last(), kLoop);
  loops.endExecution();
  EXPECT_EQ(loops.last(), 0u);
}

}  // namespace
}  // namespace heddle::runtime
