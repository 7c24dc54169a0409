// When an iteration of a loop counts as one without effect: by its events.
#include "core/iteration.h"

#include <gtest/gtest.h>

#include "core/update.h"

namespace heddle::core {
namespace {

constexpr Address kX = 0x1000, kY = 0x2000;
constexpr ThreadId kMe = 1, kOther = 2;

class Iterations : public ::testing::Test {
 protected:
  void add(ThreadId thread, const Op& op, Value read, bool wrote) {
    Event event;
    event.op = op;
    event.read = read;
    event.thread = thread;
    event.wrote = wrote;
    trace_.push_back(event);
  }
  void read(ThreadId thread, Address addr, Value value = 0) {
    add(thread, {.addr = addr, .kind = OpKind::Read, .size = 4}, value, false);
  }
  void write(ThreadId thread, Address addr, Value old, Value value) {
    add(thread, {.a = value, .addr = addr, .kind = OpKind::Write, .size = 4}, old, true);
  }
  void update(ThreadId thread, Address addr, const UpdateRule& rule, Value old, Value operand) {
    add(thread, {.a = operand, .addr = addr, .rule = &rule, .kind = OpKind::Update, .size = 4}, old, true);
  }

  bool quiet(bool zeroNet = false, std::size_t begin = 0) const { return judge({.zeroNetEffect = zeroNet}, begin); }
  bool judge(const JudgedBy& facts, std::size_t begin = 0) const {
    const Iteration iteration{.thread = kMe, .begin = begin, .end = trace_.size()};
    const IterationEffect effect = effectOf(iteration, trace_, facts);
    return effect == IterationEffect::None || effect == IterationEffect::ZeroNet;
  }

  EventLog trace_;
  const UpdateRule& blindAdd_ = *rules::withoutResult(&rules::kAdd);
  const UpdateRule& blindOr_ = *rules::withoutResult(&rules::kOr);
};

TEST_F(Iterations, ReadsHaveNone) {
  read(kMe, kX);
  EXPECT_TRUE(judge({.isGraph = true, .zeroNetEffect = false}));
  EXPECT_TRUE(quiet());
}

TEST_F(Iterations, WhatTheCodeSaysCounts) {
  read(kMe, kX);
  const Iteration reads{.thread = kMe, .end = 1};
  EXPECT_EQ(effectOf(reads, trace_, {}), IterationEffect::None);
  Iteration other = reads;
  other.changesState = true;
  EXPECT_EQ(effectOf(other, trace_, {}), IterationEffect::Some);
  other = reads;
  other.hasUnseenEffects = true;
  EXPECT_EQ(effectOf(other, trace_, {}), IterationEffect::Some);
  write(kMe, kX, 0, 1);
  EXPECT_EQ(effectOf(reads, trace_, {}), IterationEffect::None);  // it was over by then
  EXPECT_EQ(effectOf({.thread = kMe, .end = 2}, trace_, {}), IterationEffect::Some);
  EXPECT_EQ(effectOf({.thread = kMe, .isPure = true}, trace_, {}), IterationEffect::None);
}

// All else is compared elsewhere: it is repeated for ever.
TEST_F(Iterations, AnIterationWithoutEventsHasNone) {
  EXPECT_TRUE(quiet());
  read(kOther, kX);
  EXPECT_TRUE(quiet());
}

TEST_F(Iterations, OthersDoNotCount) {
  read(kMe, kX);
  write(kOther, kX, 0, 1);
  EXPECT_TRUE(quiet());
}

TEST_F(Iterations, OnlyWhatComesBehindTheBeginning) {
  write(kMe, kX, 0, 1);
  read(kMe, kX, 1);
  EXPECT_FALSE(quiet());
  EXPECT_TRUE(quiet(false, 1));
}

TEST_F(Iterations, AnUpdateHasOneUnlessTheValueWasThere) {
  update(kMe, kY, rules::kExchange, 3, 3);
  EXPECT_TRUE(quiet());
  EXPECT_FALSE(judge({.isGraph = true, .zeroNetEffect = false}));
  update(kMe, kY, rules::kExchange, 3, 4);
  EXPECT_FALSE(quiet());
  EXPECT_FALSE(quiet(true));
}

// A store ends the release sequence of the write that it takes the place of.
TEST_F(Iterations, AStoreOfTheSameValueHasOneIfItTakesAwayHappensBefore) {
  write(kOther, kY, 0, 3);
  write(kMe, kY, 3, 3);
  EXPECT_FALSE(quiet());
  EXPECT_TRUE(judge({.racesCount = false})) << "nobody asks what happens before what";
}

TEST_F(Iterations, AStoreThatReleasesWhatWasAcquiredTakesNothingAway) {
  write(kOther, kY, 0, 3);
  read(kMe, kY, 3);
  write(kMe, kY, 3, 3);
  EXPECT_TRUE(quiet());
  write(kMe, kY, 3, 4);
  EXPECT_FALSE(quiet());
}

TEST_F(Iterations, AStoreInPlaceOfAnOwnOneTakesNothingAway) {
  write(kMe, kY, 0, 3);
  write(kMe, kY, 3, 3);
  EXPECT_TRUE(quiet(false, 1));
}

TEST_F(Iterations, AnUpdateOfOnesOwnMayContinueAnothersReleaseSequence) {
  write(kOther, kY, 0, 3);
  add(kMe, {.a = 0, .addr = kY, .rule = &rules::kAdd, .kind = OpKind::Update, .order = Order::Relaxed, .size = 4}, 3,
      true);
  write(kMe, kY, 3, 3);
  EXPECT_FALSE(quiet(false, 2));
}

TEST_F(Iterations, WhatAnotherThreadHasWrittenMeanwhileWasNotAcquired) {
  read(kMe, kY, 3);
  write(kOther, kY, 3, 3);
  write(kMe, kY, 3, 3);
  EXPECT_FALSE(quiet());
}

TEST_F(Iterations, RelaxedAccessesAcquireAndReleaseNothing) {
  write(kOther, kX, 0, 3);
  add(kMe, {.addr = kX, .kind = OpKind::Read, .order = Order::Relaxed, .size = 4}, 3, false);
  write(kMe, kX, 3, 3);
  EXPECT_FALSE(quiet());
  read(kMe, kY, 3);
  add(kMe, {.a = 3, .addr = kY, .kind = OpKind::Write, .order = Order::Relaxed, .size = 4}, 3, true);
  EXPECT_FALSE(quiet(false, 3));
}

TEST_F(Iterations, APlainWriteAlwaysHasOne) {
  read(kMe, kX);
  add(kMe, {.a = 3, .addr = kY, .kind = OpKind::Write, .order = Order::Plain, .size = 4}, 3, true);
  EXPECT_FALSE(quiet(true));
}

TEST_F(Iterations, AFailedExchangeHasNone) {
  add(kMe, {.a = 0, .b = 1, .addr = kX, .rule = &rules::kCompareExchange, .kind = OpKind::Update, .size = 4}, 7, false);
  EXPECT_TRUE(quiet());
}

// Whether it changes anything depends on the order of updates that commute.
TEST_F(Iterations, AnUpdateThatCommutesHasOneEvenIfTheValueWasThere) {
  read(kMe, kX);
  update(kMe, kY, rules::kOr, 1, 1);
  EXPECT_TRUE(quiet());
  update(kMe, kY, blindOr_, 1, 1);
  EXPECT_FALSE(quiet());
}

TEST_F(Iterations, ThreadsHaveOne) {
  read(kMe, kX);
  add(kMe, {.kind = OpKind::Join, .other = kOther}, 0, false);
  EXPECT_FALSE(quiet(true));
}

TEST_F(Iterations, FencesAndChoicesHaveNone) {
  read(kMe, kX);
  add(kMe, {.kind = OpKind::Fence}, 0, false);
  add(kMe, {.a = 2, .kind = OpKind::Choose}, 1, false);
  EXPECT_TRUE(quiet());
}

TEST_F(Iterations, WhatIsUndoneIsNoneIfAsked) {
  update(kMe, kX, rules::kSub, 5, 1);
  update(kMe, kX, blindAdd_, 4, 1);
  EXPECT_FALSE(quiet(false));
  EXPECT_TRUE(quiet(true));
}

TEST_F(Iterations, WordsWrapAround) {
  update(kMe, kX, rules::kSub, 0, 1);
  update(kMe, kX, blindAdd_, 0xffffffff, 1);
  EXPECT_TRUE(quiet(true));
}

TEST_F(Iterations, HalfUndoneIsNotUndone) {
  update(kMe, kX, rules::kSub, 5, 2);
  update(kMe, kX, blindAdd_, 3, 1);
  EXPECT_FALSE(quiet(true));
}

TEST_F(Iterations, ALookInBetweenIsAnEffect) {
  update(kMe, kX, rules::kSub, 5, 1);
  read(kOther, kX, 4);
  update(kMe, kX, blindAdd_, 4, 1);
  EXPECT_FALSE(quiet(true));
}

TEST_F(Iterations, ALookBeforeOrBehindIsNone) {
  read(kOther, kX, 5);
  update(kMe, kX, rules::kSub, 5, 1);
  read(kOther, kY);
  update(kMe, kX, blindAdd_, 4, 1);
  read(kOther, kX, 5);
  read(kMe, kY);
  EXPECT_TRUE(quiet(true));
}

TEST_F(Iterations, AnOverlappingLookIsALook) {
  update(kMe, kX, rules::kSub, 5, 1);
  add(kOther, {.addr = kX + 2, .kind = OpKind::Read, .size = 2}, 0, false);
  update(kMe, kX, blindAdd_, 4, 1);
  EXPECT_FALSE(quiet(true));
}

// Whoever adds without a look cannot tell, and gets the same sum.
TEST_F(Iterations, BlindAdditionsInBetweenAreNone) {
  update(kMe, kX, rules::kSub, 5, 1);
  update(kOther, kX, blindAdd_, 4, 10);
  update(kMe, kX, blindAdd_, 14, 1);
  EXPECT_TRUE(quiet(true));
}

TEST_F(Iterations, AdditionsThatAreLookedAtAreAnEffect) {
  update(kMe, kX, rules::kSub, 5, 1);
  update(kOther, kX, rules::kAdd, 4, 10);
  update(kMe, kX, blindAdd_, 14, 1);
  EXPECT_FALSE(quiet(true));
}

// Whoever adds blindly in between may as well have come before or after: that must not decide on whether the iteration
// counts.
TEST_F(Iterations, BlindAdditionsBesideWhatIsFixedAreNone) {
  update(kMe, kX, blindAdd_, 0, 1);
  update(kOther, kX, blindAdd_, 1, 5);
  update(kMe, kX, rules::kExchange, 6, 5);
  EXPECT_TRUE(quiet(true));
  update(kOther, kX, blindAdd_, 5, 5);
  update(kMe, kX, rules::kExchange, 10, 10);
  EXPECT_FALSE(quiet(true)) << "it lies between two exchanges";
}

TEST_F(Iterations, OtherBlindUpdatesAreAnEffect) {
  const UpdateRule& blindXor = *rules::withoutResult(&rules::kXor);
  update(kMe, kX, blindXor, 0, 1);
  update(kMe, kX, blindXor, 1, 1);
  EXPECT_FALSE(quiet(true));
}

// A store in between undoes the addition: the sum is not zero by accident.
TEST_F(Iterations, BlindAdditionsToWhatIsStoredAreAnEffect) {
  write(kMe, kX, 0, 1);
  update(kOther, kX, blindAdd_, 1, 1);
  write(kMe, kX, 2, 1);
  read(kMe, kY);
  EXPECT_FALSE(quiet(true));
}

TEST_F(Iterations, OfSeveralPlacesNothingIsUndone) {
  update(kMe, kX, rules::kAdd, 0, 1);
  write(kMe, kY, 3, 3);
  update(kMe, kX, rules::kSub, 1, 1);
  EXPECT_FALSE(quiet(true));
}

}  // namespace
}  // namespace heddle::core
