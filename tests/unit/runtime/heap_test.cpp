// Blocks: where they lie, who may touch them, and that no execution sees the last one's.
#include "runtime/heap.h"

#include <algorithm>
#include <memory>
#include <random>

#include "runtime/region_test_base.h"

namespace heddle::runtime {
namespace {

class HeapTest : public RegionTest {
 protected:
  Address allocate(ThreadId t, std::uint64_t bytes, std::uint64_t align = 16) {
    return heap_->allocate(t, bytes, align, BlockKind::Malloc, 1);
  }
  // The first byte that is not zero; the end if all are.
  static Address firstNonZero(Address addr, std::uint64_t bytes) {
    const auto* const p = reinterpret_cast<const unsigned char*>(addr);
    return addr + static_cast<Address>(std::find_if(p, p + bytes, [](unsigned char c) { return c != 0; }) - p);
  }
  static void dirty(Address addr, std::uint64_t bytes) { std::memset(reinterpret_cast<void*>(addr), 0xa5, bytes); }
  static bool isClosed(Address from, Address to) {
    for (Address a = from; a < to; ++a)
      if (isOpen(a, 1)) return false;
    return true;
  }

  std::unique_ptr<Heap> heap_ = std::make_unique<Heap>();
};

TEST_F(HeapTest, AlignmentRedZonesAndMask) {
  std::mt19937_64 random(1);
  for (const ThreadId t : {0U, 1U, kMaxThreads - 1}) {
    Address end = 0;
    for (int i = 0; i < 500; ++i) {
      const std::uint64_t align = std::uint64_t{1} << random() % 13;
      const std::uint64_t bytes = random() % 100;
      const Address at = allocate(t, bytes, align);
      ASSERT_NE(at, 0U);
      ASSERT_EQ(at % std::max<std::uint64_t>(align, 16), 0U);
      ASSERT_GE(at, end + layout::kRedZone);
      ASSERT_EQ(firstClosed(at, bytes + 1), at + bytes);  // exactly the block is open
      ASSERT_TRUE(isClosed(at - layout::kRedZone, at));
      ASSERT_TRUE(isClosed(at + bytes, at + bytes + layout::kRedZone));
      ASSERT_EQ(firstNonZero(at, bytes), at + bytes);
      end = at + bytes;
    }
  }
}

TEST_F(HeapTest, ThreadsDoNotShiftEachOther) {
  const Address alone = allocate(3, 40);
  const Address next = allocate(3, 8);
  heap_->restart();
  allocate(0, 1000);
  EXPECT_EQ(allocate(3, 40), alone);
  allocate(2, 77);
  EXPECT_EQ(allocate(3, 8), next);
}

TEST_F(HeapTest, StartingAtAndAround) {
  const Address a = allocate(1, 40);
  const Address b = allocate(1, 24);
  EXPECT_EQ(heap_->startingAt(a)->start, a);
  EXPECT_EQ(heap_->startingAt(a)->size, 40U);
  EXPECT_EQ(heap_->startingAt(b)->start, b);
  for (const Address wrong : {a + 1, a + 39, a - 1, b + 24, b - 1}) EXPECT_EQ(heap_->startingAt(wrong), nullptr);
  for (const Address inA : {a - 1, a, a + 39, a + 40, a + 41}) EXPECT_EQ(heap_->around(inA)->start, a) << inA - a;
  for (const Address inB : {b - 1, b, b + 23, b + 24, b + 4000}) EXPECT_EQ(heap_->around(inB)->start, b) << inB - b;
  EXPECT_EQ(heap_->around(layout::kHeaps), nullptr);  // thread 0 has no block
  EXPECT_EQ(heap_->around(layout::kHeaps - 1), nullptr);
  EXPECT_EQ(heap_->around(layout::kBase + layout::kSize - 1), nullptr);
  EXPECT_EQ(heap_->startingAt(0), nullptr);
}

TEST_F(HeapTest, FreedMemoryIsClosedAndNotReused) {
  std::vector<Address> seen;
  for (int i = 0; i < 200; ++i) {
    const Address at = allocate(0, 32);
    ASSERT_TRUE(std::find(seen.begin(), seen.end(), at) == seen.end());
    seen.push_back(at);
    heap_->release(*heap_->startingAt(at), 2, 9);
    ASSERT_TRUE(isClosed(at, at + 32));
  }
  const Block& block = *heap_->startingAt(seen[0]);
  EXPECT_TRUE(block.isFreed);
  EXPECT_EQ(block.freedBy, 2U);
  EXPECT_EQ(block.freed, 9U);
}

TEST_F(HeapTest, OfAnotherSize) {
  heap_ = std::make_unique<Heap>(100'001);
  EXPECT_EQ(heap_->threads(), kMaxThreads);
  for (const ThreadId t : {0U, 1U, 7U}) {
    EXPECT_EQ(allocate(t, 100'001), 0U);
    const Address most = allocate(t, 99'900);
    ASSERT_NE(most, 0U);
    EXPECT_EQ(heap_->startingAt(most)->owner, t);
    dirty(most, 99'900);
    EXPECT_EQ(allocate(t, 100), 0U);
  }
  heap_->restart();
  for (const ThreadId t : {0U, 1U, 7U}) {
    const Address again = allocate(t, 99'900);
    EXPECT_EQ(firstNonZero(again, 99'900), again + 99'900);
  }
  heap_->restart();
  EXPECT_EQ(Heap(layout::kMostHeap).threads(), 2U);
}

TEST_F(HeapTest, UsedUp) {
  EXPECT_EQ(allocate(0, layout::kHeapSlot), 0U);
  EXPECT_EQ(allocate(0, ~std::uint64_t{0}), 0U);
  EXPECT_EQ(allocate(0, ~std::uint64_t{0} - 8), 0U);
  const Address most = allocate(0, layout::kHeapSlot - 64);
  EXPECT_NE(most, 0U);
  EXPECT_EQ(allocate(0, 1), 0U);
  EXPECT_NE(allocate(1, 1), 0U);
}

// Blocks are dirtied to their last byte; the next execution with other sizes
// must find zeroes, and nothing open but its own blocks.
TEST_F(HeapTest, AfterRestartZeroedAndClosed) {
  constexpr std::uint64_t kMost = 6 * layout::kMiB;
  const std::vector<std::vector<std::uint64_t>> executions = {
      {100, 7, 64},
      {300},
      {layout::kMiB - 32, 5000, 4096},
      {layout::kMiB - 16},
      {4 * layout::kMiB, 99},
      {4 * layout::kMiB + 1, 4097},
      {10},
      {3 * layout::kMiB - 8, 12},
      {layout::kMiB + 3},
      {kMost - 64},
  };
  for (int iteration = 0; iteration < 2; ++iteration) {
    for (const auto& sizes : executions) {
      Address from = layout::kHeaps;
      for (const std::uint64_t bytes : sizes) {
        const Address at = allocate(0, bytes);
        ASSERT_EQ(firstNonZero(at, bytes), at + bytes) << "round " << iteration << ", block of " << bytes;
        ASSERT_TRUE(isClosed(from, at)) << "round " << iteration << ", block of " << bytes;
        ASSERT_TRUE(isOpen(at, bytes));
        dirty(at, bytes);
        from = at + bytes;
      }
      ASSERT_TRUE(isClosed(from, from + 3 * layout::kMiB)) << sizes[0];
      heap_->restart();
      ASSERT_TRUE(heap_->blocksOf(0).empty());
      ASSERT_TRUE(isClosed(layout::kHeaps, layout::kHeaps + kMost)) << sizes[0];
    }
  }
}

TEST_F(HeapTest, RandomExecutionsFindZeroes) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 60; ++i) {
    for (int n = 0; n < 6; ++n) {
      const auto t = static_cast<ThreadId>(random() % 3);
      const std::uint64_t bytes = random() % (std::uint64_t{1} << (4 + random() % 19));
      const Address at = allocate(t, bytes, std::uint64_t{1} << random() % 14);
      ASSERT_EQ(firstNonZero(at, bytes), at + bytes);
      dirty(at, bytes);
    }
    heap_->restart();
  }
}

}  // namespace
}  // namespace heddle::runtime
