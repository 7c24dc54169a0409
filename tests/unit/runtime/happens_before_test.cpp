// What orders plain accesses: small executions whose answer C11 gives.
#include "runtime/detector_test_base.h"

namespace heddle::runtime {
namespace {

TEST_F(DetectorTest, TwoThreads) {
  EXPECT_FALSE(writes(1));
  EXPECT_TRUE(writes(2));
  begin(3);
  EXPECT_FALSE(writes(1));
  EXPECT_TRUE(reads(2));
  begin(3);
  EXPECT_FALSE(reads(1));
  EXPECT_TRUE(writes(2));
  begin(3);
  EXPECT_FALSE(reads(1));
  EXPECT_FALSE(reads(2));
}

TEST_F(DetectorTest, TheConflictSaysWhoAndHow) {
  EXPECT_FALSE(writes(1));
  const auto plain = detector()->plain(2, kData, 4, kRead);
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->thread, 1U);
  EXPECT_TRUE(plain->write);
  EXPECT_FALSE(plain->atomic);
  EXPECT_EQ(plain->addr, kData);
  EXPECT_FALSE(load(1, Order::Relaxed));
  const auto atomic = detector()->plain(2, kFlag, 4, kWrite);
  ASSERT_TRUE(atomic);
  EXPECT_EQ(atomic->thread, 1U);
  EXPECT_FALSE(atomic->write);
  EXPECT_TRUE(atomic->atomic);
}

TEST_F(DetectorTest, SpawnAndJoinOrder) {
  begin(1);
  EXPECT_FALSE(writes(0));
  detector()->spawn(0, 1);
  EXPECT_FALSE(writes(1));
  detector()->join(0, 1);
  EXPECT_FALSE(writes(0));
  detector()->spawn(0, 2);
  EXPECT_FALSE(writes(2));
  EXPECT_TRUE(reads(0));
}

TEST_F(DetectorTest, WhatAParentDoesAfterTheSpawnIsNotOrdered) {
  begin(2);
  EXPECT_FALSE(writes(0));
  EXPECT_TRUE(reads(1));
}

TEST_F(DetectorTest, AThreadLearnsOfItsGrandchildren) {
  begin(2);
  detector()->spawn(1, 2);
  EXPECT_FALSE(writes(2));
  detector()->join(1, 2);
  detector()->join(0, 1);
  EXPECT_FALSE(writes(0));
}

TEST_F(DetectorTest, OrdersOfStoreAndLoad) {
  for (const Order released : {Order::Release, Order::SeqCst}) {
    for (const Order acquired : {Order::Acquire, Order::Consume, Order::SeqCst})
      EXPECT_TRUE(passes(released, acquired));
    EXPECT_FALSE(passes(released, Order::Relaxed));
  }
  for (const Order acquired : {Order::Relaxed, Order::Acquire, Order::SeqCst})
    EXPECT_FALSE(passes(Order::Relaxed, acquired));
}

TEST_F(DetectorTest, WhatFollowsTheReleaseIsNotPassed) {
  EXPECT_FALSE(store(1, Order::Release));
  EXPECT_FALSE(writes(1));
  EXPECT_FALSE(load(2, Order::Acquire));
  EXPECT_TRUE(reads(2));
}

TEST_F(DetectorTest, ALoadBeforeTheStoreLearnsNothing) {
  EXPECT_FALSE(load(2, Order::Acquire));
  EXPECT_FALSE(writes(1));
  EXPECT_FALSE(store(1, Order::Release));
  EXPECT_TRUE(reads(2));
}

TEST_F(DetectorTest, ReleaseFenceAndAcquireFence) {
  for (const Order fence : {Order::AcqRel, Order::SeqCst}) {
    begin(3);
    EXPECT_FALSE(writes(1));
    detector()->fence(1, fence);
    EXPECT_FALSE(store(1, Order::Relaxed));
    EXPECT_FALSE(load(2, Order::Relaxed));
    detector()->fence(2, fence);
    EXPECT_FALSE(reads(2));
  }
}

TEST_F(DetectorTest, AFenceOnOneSideOnly) {
  EXPECT_FALSE(writes(1));
  detector()->fence(1, Order::Release);
  EXPECT_FALSE(store(1, Order::Relaxed));
  EXPECT_FALSE(load(2, Order::Acquire));
  EXPECT_FALSE(reads(2));
  begin(3);
  EXPECT_FALSE(writes(1));
  EXPECT_FALSE(store(1, Order::Release));
  EXPECT_FALSE(load(2, Order::Relaxed));
  detector()->fence(2, Order::Acquire);
  EXPECT_FALSE(reads(2));
}

TEST_F(DetectorTest, FencesOfTheWrongKindOrAtTheWrongPlace) {
  const auto ordered = [&](Order release, bool before, Order acquire, bool after) {
    begin(3);
    EXPECT_FALSE(writes(1));
    if (before) detector()->fence(1, release);
    EXPECT_FALSE(store(1, Order::Relaxed));
    if (!before) detector()->fence(1, release);
    if (!after) detector()->fence(2, acquire);
    EXPECT_FALSE(load(2, Order::Relaxed));
    if (after) detector()->fence(2, acquire);
    return !reads(2);
  };
  EXPECT_TRUE(ordered(Order::Release, true, Order::Acquire, true));
  EXPECT_FALSE(ordered(Order::Acquire, true, Order::Acquire, true));
  EXPECT_FALSE(ordered(Order::Release, true, Order::Release, true));
  EXPECT_FALSE(ordered(Order::Release, false, Order::Acquire, true));
  EXPECT_FALSE(ordered(Order::Release, true, Order::Acquire, false));
}

TEST_F(DetectorTest, WhatStandsBetweenFenceAndStoreIsNotPassed) {
  detector()->fence(1, Order::Release);
  EXPECT_FALSE(writes(1));
  EXPECT_FALSE(store(1, Order::Relaxed));
  EXPECT_FALSE(load(2, Order::Acquire));
  EXPECT_TRUE(reads(2));
}

TEST_F(DetectorTest, UpdatesContinueAReleaseSequence) {
  begin(5);
  EXPECT_FALSE(writes(1));
  EXPECT_FALSE(store(1, Order::Release));
  EXPECT_FALSE(update(2, Order::Relaxed));
  EXPECT_FALSE(update(3, Order::Relaxed));
  EXPECT_FALSE(load(4, Order::Acquire));
  EXPECT_FALSE(reads(4));
  EXPECT_TRUE(reads(3));  // a relaxed update itself learns nothing
}

TEST_F(DetectorTest, AReleasingUpdateAddsToTheSequence) {
  begin(4);
  EXPECT_FALSE(writes(1));
  EXPECT_FALSE(store(1, Order::Release));
  EXPECT_FALSE(writes(2, kData + 8));
  EXPECT_FALSE(update(2, Order::Release));
  EXPECT_FALSE(load(3, Order::Acquire));
  EXPECT_FALSE(reads(3));
  EXPECT_FALSE(reads(3, kData + 8));
  EXPECT_TRUE(reads(2));  // release without acquire
}

TEST_F(DetectorTest, AStoreEndsAReleaseSequence) {
  for (const ThreadId storer : {1U, 2U}) {  // C++20: the releasing thread's own store, too
    begin(4);
    EXPECT_FALSE(writes(1));
    EXPECT_FALSE(store(1, Order::Release));
    EXPECT_FALSE(store(storer, Order::Relaxed));
    EXPECT_FALSE(load(3, Order::Acquire));
    EXPECT_TRUE(reads(3));
  }
}

TEST_F(DetectorTest, AReleaseStoreReplacesTheOneBefore) {
  begin(4);
  EXPECT_FALSE(writes(1));
  EXPECT_FALSE(store(1, Order::Release));
  EXPECT_FALSE(writes(2, kData + 8));
  EXPECT_FALSE(store(2, Order::Release));
  EXPECT_FALSE(load(3, Order::Acquire));
  EXPECT_FALSE(reads(3, kData + 8));
  EXPECT_TRUE(reads(3));
}

TEST_F(DetectorTest, LocationsAreKeptApart) {
  EXPECT_FALSE(writes(1));
  EXPECT_FALSE(store(1, Order::Release));
  EXPECT_FALSE(load(2, Order::Acquire, kOther));
  EXPECT_TRUE(reads(2));
}

TEST_F(DetectorTest, OrderIsTransitive) {
  begin(4);
  EXPECT_FALSE(writes(1));
  EXPECT_FALSE(store(1, Order::Release));
  EXPECT_FALSE(load(2, Order::Acquire));
  EXPECT_FALSE(store(2, Order::Release, kOther));
  EXPECT_FALSE(load(3, Order::Acquire, kOther));
  EXPECT_FALSE(writes(3));
}

TEST_F(DetectorTest, AtomicSectionsAreOrderedByTheBytesTheyTouch) {
  EXPECT_FALSE(writes(1, kData + 16));
  EXPECT_FALSE(detector_->section(1, kData, 4, true));
  EXPECT_FALSE(detector_->section(1, kData + 8, 4, true));
  EXPECT_FALSE(writes(1, kData + 24));
  EXPECT_FALSE(detector_->section(2, kData, 4, true));  // they do not race
  EXPECT_FALSE(reads(2, kData + 16));                   // written before the first section
  EXPECT_FALSE(detector_->section(2, kData, 8, false));
  EXPECT_TRUE(reads(2, kData + 24));  // written after them
}

TEST_F(DetectorTest, AtomicSectionsThatOnlyReadAreNotOrdered) {
  EXPECT_FALSE(writes(1, kData + 16));
  EXPECT_FALSE(detector_->section(1, kData, 4, false));
  EXPECT_FALSE(detector_->section(2, kData, 4, false));
  EXPECT_TRUE(reads(2, kData + 16));
}

TEST_F(DetectorTest, AtomicSectionsThatTouchOtherBytesAreNotOrdered) {
  EXPECT_FALSE(writes(1, kData + 16));
  EXPECT_FALSE(detector_->section(1, kData, 2, true));
  EXPECT_FALSE(detector_->section(2, kData + 2, 2, true));
  EXPECT_TRUE(reads(2, kData + 16));
}

}  // namespace
}  // namespace heddle::runtime
