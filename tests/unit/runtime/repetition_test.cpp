// When a thread in a loop does the same again and again.
#include "runtime/repetition.h"

#include <gtest/gtest.h>

#include "core/hooks.h"

namespace heddle::runtime {
namespace {

using core::hooks::kManyRounds;

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
  for (unsigned i = 0; i < kManyRounds; ++i) {
    EXPECT_FALSE(repeats());
    read(kMe, 0x1000);
  }
  EXPECT_TRUE(repeats());
}

TEST_F(Repetition, WhatOthersDoDoesNotCount) {
  for (unsigned i = 0; i < kManyRounds; ++i) {
    read(kMe, 0x1000);
    read(kOther, 0x2000 + 8 * i);
  }
  EXPECT_TRUE(repeats());
}

TEST_F(Repetition, WhatIsFoundThereDoesNotCount) {
  for (unsigned i = 0; i < kManyRounds; ++i) read(kMe, 0x1000, 1, i);
  EXPECT_TRUE(repeats());
}

TEST_F(Repetition, AListIsGoneThrough) {
  for (unsigned i = 0; i < kManyRounds; ++i) read(kMe, 0x1000 + 16 * i);
  EXPECT_FALSE(repeats());
}

TEST_F(Repetition, WhatWasBeforeTheLoopDoesNotCount) {
  for (unsigned i = 0; i < 100; ++i) read(kMe, 0x1000 + 16 * i);
  for (unsigned i = 0; i < kManyRounds; ++i) read(kMe, 0x1000, i % 4);
  EXPECT_TRUE(repeats());
}

TEST(LongLoops, ThoseOfTheFirstExecutionAreWork) {
  LongLoops loops;
  EXPECT_EQ(loops.endless(), 0u);
  EXPECT_FALSE(loops.isNew(7));
  EXPECT_EQ(loops.endless(), 7u);  // should it become too long
  loops.endExecution();
  EXPECT_EQ(loops.endless(), 0u);
  EXPECT_FALSE(loops.isNew(7));
  EXPECT_TRUE(loops.isNew(8));
}

}  // namespace
}  // namespace heddle::runtime
