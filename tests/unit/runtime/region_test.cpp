// The access mask, compared with a model that holds one flag for each byte.
#include "runtime/region.h"

#include <bitset>
#include <random>

#include "runtime/region_test_base.h"

namespace heddle::runtime {
namespace {

constexpr unsigned kArea = 192;
constexpr Address kStart = layout::kGlobals + 4096;

// One flag a byte.
class MaskModel {
 public:
  void set(Address addr, std::uint64_t bytes, bool open) {
    for (std::uint64_t i = 0; i < bytes; ++i) open_[addr + i - kStart] = open;
  }
  Address firstClosed(Address addr, std::uint64_t bytes) const {
    for (Address a = addr; a < addr + bytes; ++a)
      if (!open_[a - kStart]) return a;
    return addr + bytes;
  }

 private:
  std::bitset<kArea> open_;
};

class MaskTest : public RegionTest {
 protected:
  void change(Address addr, std::uint64_t bytes, bool open) {
    open ? openMask(addr, bytes) : closeMask(addr, bytes);
    model_.set(addr, bytes, open);
  }
  void expectSame(Address addr, std::uint64_t bytes) {
    const Address expected = model_.firstClosed(addr, bytes);
    ASSERT_EQ(firstClosed(addr, bytes), expected) << addr - kStart << " " << bytes;
    ASSERT_EQ(isOpen(addr, bytes), expected == addr + bytes) << addr - kStart << " " << bytes;
  }
  void expectSameEverywhere() {
    for (Address a = kStart; a < kStart + kArea; ++a) expectSame(a, 1);
  }

  MaskModel model_;
};

TEST_F(MaskTest, StartsClosed) { expectSameEverywhere(); }

TEST_F(MaskTest, EveryAlignmentAndSize) {
  for (const bool open : {true, false}) {
    for (unsigned at = 0; at < 16; ++at) {
      for (unsigned bytes = 0; bytes <= 40; ++bytes) {
        change(kStart, kArea, !open);
        change(kStart + 8 + at, bytes, open);
        expectSameEverywhere();
        for (unsigned size = 1; size <= 48; ++size) expectSame(kStart + 8 + at, size);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST_F(MaskTest, RandomChanges) {
  std::mt19937_64 random(1);
  const auto below = [&](std::uint64_t limit) { return random() % limit; };
  for (int i = 0; i < 20'000; ++i) {
    const Address addr = kStart + below(kArea);
    const std::uint64_t longest = kStart + kArea - addr;
    change(addr, below(std::min<std::uint64_t>(longest, below(4) == 0 ? kArea : 12) + 1), below(2) == 0);
    for (int j = 0; j < 8; ++j) {
      const Address from = kStart + below(kArea);
      expectSame(from, 1 + below(std::min<std::uint64_t>(kStart + kArea - from, below(4) == 0 ? kArea : 16)));
    }
    if (HasFatalFailure()) return;
  }
  expectSameEverywhere();
}

TEST_F(MaskTest, NothingOutsideTheRegionIsOpen) {
  const Address end = layout::kBase + layout::kSize;
  openMask(end - 8, 8);
  openMask(layout::kBase, 8);
  EXPECT_TRUE(isOpen(end - 8, 8));
  EXPECT_FALSE(isOpen(end - 4, 8));  // straddles the end
  EXPECT_EQ(firstClosed(end - 4, 8), end);
  EXPECT_TRUE(isOpen(layout::kBase, 4));
  EXPECT_FALSE(isOpen(layout::kBase - 1, 1));
  EXPECT_FALSE(isOpen(end, 1));
  EXPECT_FALSE(isOpen(0, 4));
}

TEST_F(MaskTest, ForgottenPagesAreZeroAndTheirNeighboursStay) {
  auto* const bytes = reinterpret_cast<unsigned char*>(layout::kGlobals);
  constexpr std::size_t kPages = 32 * 65536;  // enough for any page size
  std::memset(bytes, 7, kPages);
  forget(layout::kGlobals + 1, layout::kGlobals + kPages - 1);
  EXPECT_EQ(bytes[0], 7);
  EXPECT_EQ(bytes[kPages - 1], 7);
  EXPECT_EQ(bytes[kPages / 2], 0);
}

TEST(RegionReserve, OnlyOnceAtATimeAndAgainAfterItsEnd) {
  {
    const auto first = Region::reserve();
    ASSERT_TRUE(first);
    const auto second = Region::reserve();
    ASSERT_FALSE(second);
    EXPECT_NE(second.problem().message.find("cannot reserve address space"), std::string::npos);
    openMask(kStart, 8);
  }
  const auto third = Region::reserve();
  ASSERT_TRUE(third);
  EXPECT_FALSE(isOpen(kStart, 1));
}

}  // namespace
}  // namespace heddle::runtime
