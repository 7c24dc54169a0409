// When a round of a loop counts as one without effect: by its events.
#include "runtime/round_effects.h"

#include <gtest/gtest.h>

#include "core/update.h"

namespace heddle::runtime {
namespace {

using core::Event;
using core::Op;
using core::OpKind;
using core::Order;
using core::UpdateRule;
using core::Value;
namespace rules = core::rules;

constexpr core::Address kX = 0x1000, kY = 0x2000;
constexpr ThreadId kMe = 1, kOther = 2;

class RoundEffects : public ::testing::Test {
 protected:
  void add(ThreadId thread, const Op& op, Value read, bool wrote) {
    Event event;
    event.op = op;
    event.read = read;
    event.thread = thread;
    event.wrote = wrote;
    trace_.push_back(event);
  }
  void read(ThreadId thread, core::Address addr, Value value = 0) {
    add(thread, {.addr = addr, .kind = OpKind::Read, .size = 4}, value, false);
  }
  void write(ThreadId thread, core::Address addr, Value old, Value value) {
    add(thread, {.a = value, .addr = addr, .kind = OpKind::Write, .size = 4}, old, true);
  }
  void update(ThreadId thread, core::Address addr, const UpdateRule& rule, Value old, Value operand) {
    add(thread, {.a = operand, .addr = addr, .rule = &rule, .kind = OpKind::Update, .size = 4}, old, true);
  }

  bool quiet(bool zeroNet = false, std::size_t begin = 0) const {
    return hadNoEffect(trace_, begin, kMe, zeroNet ? RoundMay::Undo : RoundMay::Keep);
  }

  core::EventLog trace_;
  const UpdateRule& blindAdd_ = *rules::withoutResult(&rules::kAdd);
  const UpdateRule& blindOr_ = *rules::withoutResult(&rules::kOr);
};

TEST_F(RoundEffects, ReadsHaveNone) {
  read(kMe, kX);
  EXPECT_TRUE(hadNoEffect(trace_, 0, kMe, RoundMay::Read));
  EXPECT_TRUE(quiet());
}

// All else is compared elsewhere: it is repeated for ever.
TEST_F(RoundEffects, ARoundWithoutEventsHasNone) {
  EXPECT_TRUE(quiet());
  read(kOther, kX);
  EXPECT_TRUE(quiet());
}

TEST_F(RoundEffects, OthersDoNotCount) {
  read(kMe, kX);
  write(kOther, kX, 0, 1);
  EXPECT_TRUE(quiet());
}

TEST_F(RoundEffects, OnlyWhatComesBehindTheBeginning) {
  write(kMe, kX, 0, 1);
  read(kMe, kX, 1);
  EXPECT_FALSE(quiet());
  EXPECT_TRUE(quiet(false, 1));
}

TEST_F(RoundEffects, AWriteHasOneUnlessTheValueWasThere) {
  read(kMe, kX);
  write(kMe, kY, 3, 3);
  EXPECT_TRUE(quiet());
  EXPECT_FALSE(hadNoEffect(trace_, 0, kMe, RoundMay::Read));
  write(kMe, kY, 3, 4);
  EXPECT_FALSE(quiet());
  EXPECT_FALSE(quiet(true));
}

TEST_F(RoundEffects, APlainWriteAlwaysHasOne) {
  read(kMe, kX);
  add(kMe, {.a = 3, .addr = kY, .kind = OpKind::Write, .order = Order::Plain, .size = 4}, 3, true);
  EXPECT_FALSE(quiet(true));
}

TEST_F(RoundEffects, AFailedExchangeHasNone) {
  add(kMe, {.a = 0, .b = 1, .addr = kX, .rule = &rules::kCompareExchange, .kind = OpKind::Update, .size = 4}, 7, false);
  EXPECT_TRUE(quiet());
}

// Whether it changes anything depends on the order of updates that commute.
TEST_F(RoundEffects, AnUpdateThatCommutesHasOneEvenIfTheValueWasThere) {
  read(kMe, kX);
  update(kMe, kY, rules::kOr, 1, 1);
  EXPECT_TRUE(quiet());
  update(kMe, kY, blindOr_, 1, 1);
  EXPECT_FALSE(quiet());
}

TEST_F(RoundEffects, ThreadsHaveOne) {
  read(kMe, kX);
  add(kMe, {.kind = OpKind::Join, .other = kOther}, 0, false);
  EXPECT_FALSE(quiet(true));
}

TEST_F(RoundEffects, FencesAndChoicesHaveNone) {
  read(kMe, kX);
  add(kMe, {.kind = OpKind::Fence}, 0, false);
  add(kMe, {.a = 2, .kind = OpKind::Choose}, 1, false);
  EXPECT_TRUE(quiet());
}

TEST_F(RoundEffects, WhatIsUndoneIsNoneIfAsked) {
  update(kMe, kX, rules::kSub, 5, 1);
  update(kMe, kX, blindAdd_, 4, 1);
  EXPECT_FALSE(quiet(false));
  EXPECT_TRUE(quiet(true));
}

TEST_F(RoundEffects, WordsWrapAround) {
  update(kMe, kX, rules::kSub, 0, 1);
  update(kMe, kX, blindAdd_, 0xffffffff, 1);
  EXPECT_TRUE(quiet(true));
}

TEST_F(RoundEffects, HalfUndoneIsNotUndone) {
  update(kMe, kX, rules::kSub, 5, 2);
  update(kMe, kX, blindAdd_, 3, 1);
  EXPECT_FALSE(quiet(true));
}

TEST_F(RoundEffects, ALookInBetweenIsAnEffect) {
  update(kMe, kX, rules::kSub, 5, 1);
  read(kOther, kX, 4);
  update(kMe, kX, blindAdd_, 4, 1);
  EXPECT_FALSE(quiet(true));
}

TEST_F(RoundEffects, ALookBeforeOrBehindIsNone) {
  read(kOther, kX, 5);
  update(kMe, kX, rules::kSub, 5, 1);
  read(kOther, kY);
  update(kMe, kX, blindAdd_, 4, 1);
  read(kOther, kX, 5);
  read(kMe, kY);
  EXPECT_TRUE(quiet(true));
}

TEST_F(RoundEffects, AnOverlappingLookIsALook) {
  update(kMe, kX, rules::kSub, 5, 1);
  add(kOther, {.addr = kX + 2, .kind = OpKind::Read, .size = 2}, 0, false);
  update(kMe, kX, blindAdd_, 4, 1);
  EXPECT_FALSE(quiet(true));
}

// Whoever adds without a look cannot tell, and gets the same sum.
TEST_F(RoundEffects, BlindAdditionsInBetweenAreNone) {
  update(kMe, kX, rules::kSub, 5, 1);
  update(kOther, kX, blindAdd_, 4, 10);
  update(kMe, kX, blindAdd_, 14, 1);
  EXPECT_TRUE(quiet(true));
}

TEST_F(RoundEffects, AdditionsThatAreLookedAtAreAnEffect) {
  update(kMe, kX, rules::kSub, 5, 1);
  update(kOther, kX, rules::kAdd, 4, 10);
  update(kMe, kX, blindAdd_, 14, 1);
  EXPECT_FALSE(quiet(true));
}

// Whoever adds blindly in between may as well have come before or behind: that must not decide on whether the round
// counts.
TEST_F(RoundEffects, BlindAdditionsBesideWhatIsFixedAreNone) {
  update(kMe, kX, blindAdd_, 0, 1);
  update(kOther, kX, blindAdd_, 1, 5);
  update(kMe, kX, rules::kExchange, 6, 5);
  EXPECT_TRUE(quiet(true));
  update(kOther, kX, blindAdd_, 5, 5);
  update(kMe, kX, rules::kExchange, 10, 10);
  EXPECT_FALSE(quiet(true)) << "it lies between two exchanges";
}

TEST_F(RoundEffects, OtherBlindUpdatesAreAnEffect) {
  const UpdateRule& blindXor = *rules::withoutResult(&rules::kXor);
  update(kMe, kX, blindXor, 0, 1);
  update(kMe, kX, blindXor, 1, 1);
  EXPECT_FALSE(quiet(true));
}

// A store in between undoes the addition: the sum is not zero by accident.
TEST_F(RoundEffects, BlindAdditionsToWhatIsStoredAreAnEffect) {
  write(kMe, kX, 0, 1);
  update(kOther, kX, blindAdd_, 1, 1);
  write(kMe, kX, 2, 1);
  read(kMe, kY);
  EXPECT_FALSE(quiet(true));
}

TEST_F(RoundEffects, OfSeveralPlacesNothingIsUndone) {
  update(kMe, kX, rules::kAdd, 0, 1);
  write(kMe, kY, 3, 3);
  update(kMe, kX, rules::kSub, 1, 1);
  EXPECT_FALSE(quiet(true));
}

}  // namespace
}  // namespace heddle::runtime
