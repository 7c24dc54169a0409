// What the detector remembers of memory: readers, bytes, atomic locations, and
// nothing of earlier executions.
#include "runtime/race_detector.h"

#include "runtime/detector_test_base.h"
#include "runtime/process_memory.h"

namespace heddle::runtime {
namespace {

TEST_F(DetectorTest, AWriteMustFollowEveryReader) {
  for (const ThreadId missing : {1U, 2U, 3U}) {
    begin(5);
    for (const ThreadId t : {1U, 2U, 3U}) EXPECT_FALSE(reads(t));
    for (const ThreadId t : {1U, 2U, 3U})
      if (t != missing) EXPECT_FALSE(update(t, Order::Release));
    EXPECT_FALSE(load(4, Order::Acquire));
    const auto conflict = detector()->plain(4, kData, 4, kWrite);
    ASSERT_TRUE(conflict);
    EXPECT_EQ(conflict->thread, missing);
    EXPECT_FALSE(conflict->write);
  }
  begin(5);
  for (const ThreadId t : {1U, 2U, 3U}) {
    EXPECT_FALSE(reads(t));
    EXPECT_FALSE(update(t, Order::Release));
  }
  EXPECT_FALSE(load(4, Order::Acquire));
  EXPECT_FALSE(writes(4));
  EXPECT_TRUE(reads(1));  // the write is the last access now
}

// What is large is not gone through cell by cell.
TEST_F(DetectorTest, ALargeRangeIsEachOfItsBytes) {
  constexpr Address kLarge = kData + 8192;
  constexpr std::uint64_t kBytes = 4096;
  for (const std::uint64_t at : {1U, 4U, 1021U, 2048U, 4092U, 4095U}) {
    for (const bool writes : {kRead, kWrite}) {
      begin(3);
      EXPECT_FALSE(detector()->plain(1, kLarge, kBytes, kWrite));
      EXPECT_FALSE(update(1, Order::Release));
      EXPECT_FALSE(load(2, Order::Acquire));
      EXPECT_FALSE(detector()->plain(1, kLarge + at, 1, writes));  // not ordered before what follows
      const auto conflict = detector()->plain(2, kLarge, kBytes, kWrite);
      ASSERT_TRUE(conflict) << at;
      EXPECT_EQ(conflict->addr, kLarge + at);
      EXPECT_EQ(conflict->write, writes);
    }
    begin(3);
    EXPECT_FALSE(detector()->plain(2, kLarge + 1, kBytes, kRead));
    EXPECT_FALSE(detector()->plain(1, kLarge, 1, kWrite));
    EXPECT_FALSE(detector()->plain(1, kLarge + 1 + kBytes, 1, kWrite));
    EXPECT_TRUE(detector()->plain(1, kLarge + at, 1, kWrite)) << at;
  }
}

TEST_F(DetectorTest, ALargeRangeMayHoldAtomicLocations) {
  EXPECT_FALSE(detector()->touchesAtomic(kData, 4096));
  EXPECT_FALSE(load(1, Order::Relaxed));
  EXPECT_TRUE(detector()->touchesAtomic(kData, 4096));
  EXPECT_TRUE(detector()->touchesAtomic(kFlag + 3, 4096));
  EXPECT_FALSE(detector()->touchesAtomic(kFlag + 4, 4096));
}

TEST_F(DetectorTest, SharedReadsSurviveTheSplittingOfTheirCell) {
  begin(4);
  EXPECT_FALSE(reads(1));
  EXPECT_FALSE(reads(2));
  EXPECT_FALSE(detector_->plain(3, kData + 1, 1, kRead));
  EXPECT_FALSE(update(1, Order::Release));
  EXPECT_FALSE(load(3, Order::Acquire));
  EXPECT_TRUE(detector_->plain(3, kData + 1, 1, kWrite));  // 2 read it
}

TEST_F(DetectorTest, NeighboursDoNotRace) {
  begin(9);
  for (ThreadId t = 1; t < 9; ++t) EXPECT_FALSE(detector_->plain(t, kData + t, 1, kWrite)) << t;
  for (ThreadId t = 1; t < 9; ++t) EXPECT_FALSE(detector_->plain(t, kData + t, 1, kRead)) << t;
  begin(5);
  for (ThreadId t = 1; t < 5; ++t) EXPECT_FALSE(detector_->plain(t, kData + 1 + 2 * t, 2, kWrite)) << t;
  EXPECT_TRUE(detector_->plain(1, kData + 4, 2, kWrite));
}

TEST_F(DetectorTest, EveryOverlapOfTwoSizes) {
  for (const unsigned a : {1U, 2U, 4U, 8U, 16U, 33U}) {
    for (const unsigned b : {1U, 2U, 4U, 8U, 16U, 33U}) {
      for (unsigned at = 0; at < 48; ++at) {
        for (unsigned shift = 0; shift < 8; ++shift) {
          begin(3);
          const Address first = kData + 64 + shift;
          const Address second = kData + 40 + shift + at;
          const bool overlap = second < first + a && first < second + b;
          ASSERT_FALSE(detector_->plain(1, first, a, kWrite));
          ASSERT_EQ(detector_->plain(2, second, b, kRead), overlap) << a << " " << b << " " << at << " " << shift;
        }
      }
    }
  }
}

TEST_F(DetectorTest, PlainBeforeAtomic) {
  EXPECT_FALSE(writes(1, kFlag));
  EXPECT_TRUE(load(2, Order::SeqCst));
  begin(3);
  EXPECT_FALSE(reads(1, kFlag));
  EXPECT_FALSE(load(2, Order::SeqCst));
  EXPECT_TRUE(store(2, Order::SeqCst));
  begin(2);
  EXPECT_FALSE(writes(0, kFlag));
  detector()->spawn(0, 2);
  EXPECT_FALSE(load(2, Order::Relaxed));
  EXPECT_FALSE(store(2, Order::Relaxed));
}

TEST_F(DetectorTest, AtomicBeforePlain) {
  EXPECT_FALSE(load(1, Order::SeqCst));
  EXPECT_FALSE(reads(2, kFlag));
  EXPECT_TRUE(writes(2, kFlag));
  begin(3);
  EXPECT_FALSE(store(1, Order::SeqCst));
  EXPECT_TRUE(reads(2, kFlag));
  begin(3);
  EXPECT_FALSE(update(1, Order::Relaxed));
  EXPECT_FALSE(reads(1, kFlag));
  EXPECT_FALSE(writes(1, kFlag));
  EXPECT_TRUE(update(2, Order::Relaxed));
}

TEST_F(DetectorTest, APlainWriteHeadsNoReleaseSequence) {
  begin(1);
  detector()->spawn(0, 1);
  EXPECT_FALSE(writes(1));
  EXPECT_FALSE(store(1, Order::Release));
  EXPECT_FALSE(writes(1, kFlag));
  EXPECT_FALSE(writes(1, kOther));
  EXPECT_FALSE(store(1, Order::Release, kOther));
  detector()->spawn(0, 2);
  EXPECT_TRUE(load(2, Order::Acquire));
}

// A plain write and a release to the same location by one thread: who acquires
// the release is ordered after both.
TEST_F(DetectorTest, TheAcquireItselfOrdersItAfterAnEarlierPlainWrite) {
  EXPECT_FALSE(writes(1, kFlag));
  EXPECT_FALSE(store(1, Order::Release));
  EXPECT_FALSE(load(2, Order::Acquire));
  begin(3);
  EXPECT_FALSE(writes(1, kFlag));
  EXPECT_FALSE(store(1, Order::Release));
  EXPECT_FALSE(update(2, Order::Acquire));
  begin(3);
  EXPECT_FALSE(writes(1, kFlag));
  EXPECT_FALSE(store(1, Order::Release));
  EXPECT_TRUE(load(2, Order::Relaxed));
}

// The words of what once was one atomic location (a pool that reuses memory).
TEST_F(DetectorTest, PartsOfAFormerAtomicLocationDoNotRace) {
  begin(1);
  EXPECT_FALSE(detector_->store(0, kFlag, 8, Order::SeqCst));
  detector()->spawn(0, 1);
  detector()->spawn(0, 2);
  EXPECT_FALSE(writes(1, kFlag));
  EXPECT_FALSE(writes(2, kFlag + 4));
}

// As when a structure of an atomic and a plain member is copied as one word.
TEST_F(DetectorTest, APlainAccessOverAnAtomicAndItsNeighbourDoesNotTieThem) {
  begin(1);
  EXPECT_FALSE(store(0, Order::SeqCst));
  EXPECT_FALSE(detector_->plain(0, kFlag, 8, kRead));
  detector()->spawn(0, 1);
  detector()->spawn(0, 2);
  EXPECT_FALSE(store(1, Order::Relaxed));
  EXPECT_FALSE(writes(2, kFlag + 4));
}

TEST_F(DetectorTest, Retire) {
  EXPECT_FALSE(writes(1));
  EXPECT_TRUE(detector()->retire(2, kData, 16, true));
  begin(3);
  EXPECT_FALSE(load(1, Order::SeqCst));
  EXPECT_TRUE(detector()->retire(2, kFlag - 16, 32, true));
  begin(3);
  EXPECT_FALSE(writes(1));
  EXPECT_FALSE(store(1, Order::Release));
  EXPECT_TRUE(detector()->touchesAtomic(kFlag, 4));
  EXPECT_FALSE(load(2, Order::Acquire));
  EXPECT_FALSE(detector()->retire(2, kData, 16, true));
  EXPECT_FALSE(detector()->retire(2, kFlag, 4, false));
  EXPECT_FALSE(detector()->touchesAtomic(kFlag, 4));
  EXPECT_TRUE(reads(1));  // use after free: also a race with the free
}

TEST_F(DetectorTest, TouchesAtomic) {
  EXPECT_FALSE(detector_->store(1, kFlag + 6, 2, Order::Relaxed));
  EXPECT_FALSE(detector_->store(1, kFlag + 16, 8, Order::Relaxed));
  for (unsigned at = 0; at < 32; ++at) {
    const bool in = at == 6 || at == 7 || (at >= 16 && at < 24);
    EXPECT_EQ(detector()->touchesAtomic(kFlag + at, 1), in) << at;
    EXPECT_EQ(isOpen(kFlag + at, 1), !in) << at;
  }
  EXPECT_FALSE(detector()->touchesAtomic(kFlag + 8, 8));
  EXPECT_TRUE(detector()->touchesAtomic(kFlag + 8, 9));
  begin(3);
  EXPECT_FALSE(detector()->touchesAtomic(kFlag, 32));
  EXPECT_TRUE(isOpen(kFlag, 32));
}

// More ticks than clocks have room for: they must start again unobserved. What
// an execution leaves behind must never race with the next one.
TEST_F(DetectorTest, TenThousandExecutions) {
  for (int i = 0; i < 10'000; ++i) {
    begin(4);
    const ThreadId a = 1 + i % 3;
    const ThreadId b = 1 + (i + 1) % 3;
    ASSERT_FALSE(writes(a)) << i;
    ASSERT_FALSE(reads(a, kData + 8)) << i;
    ASSERT_FALSE(reads(b, kData + 8)) << i;
    ASSERT_FALSE(detector_->plain(b, kData + 17, 1, kWrite)) << i;
    ASSERT_FALSE(detector_->plain(a, kData + 18, 2, kRead)) << i;
    ASSERT_FALSE(detector_->plain(b, kData + 18, 2, kRead)) << i;
    for (int n = 0; n < 1'000; ++n) ASSERT_FALSE(store(a, Order::Release)) << i;
    ASSERT_TRUE(reads(b)) << i;
    ASSERT_TRUE(writes(b, kData + 8)) << i;
    ASSERT_TRUE(detector_->plain(b, kData + 19, 1, kWrite)) << i;
    ASSERT_FALSE(load(b, Order::Acquire)) << i;
    ASSERT_FALSE(reads(b)) << i;
  }
}

// Bytes that become part of an atomic word, again and again.
TEST_F(DetectorTest, SplitCellsDoNotPileUp) {
  const auto execution = [&] {
    begin(1);
    ASSERT_FALSE(detector_->plain(0, kFlag + 1, 1, kWrite));
    ASSERT_FALSE(store(0, Order::SeqCst));
  };
  for (int i = 0; i < 1'000; ++i) execution();
  const std::size_t before = residentBytes();
  for (int i = 0; i < 300'000; ++i) execution();
  EXPECT_LT(residentBytes(), before + layout::kMiB);
}

}  // namespace
}  // namespace heddle::runtime
