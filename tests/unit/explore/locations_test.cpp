#include "explore/dpor/locations.h"

#include <gtest/gtest.h>

namespace heddle::explore::dpor {
namespace {

using Steps = std::vector<std::uint32_t>;

class LocationsTest : public ::testing::Test {
 protected:
  void read(core::Address addr, std::uint8_t size) { push({addr, size, Effect::Read}); }
  void write(core::Address addr, std::uint8_t size) { push({addr, size, Effect::Write}); }
  void push(const Access& access, bool conditional = false) { locations_.push(access, step_++, conditional); }

  Steps conflicting(const Access& access) const {
    Steps steps;
    locations_.conflicting(access, [&](std::uint32_t step) { steps.push_back(step); });
    return steps;
  }
  Steps allConflicting(const Access& access, std::size_t most = 100) const {
    Steps steps;
    locations_.allConflicting(access, [&](std::uint32_t step) {
      steps.push_back(step);
      return steps.size() < most;
    });
    return steps;
  }

  Locations locations_;
  std::uint32_t step_ = 0;
};

TEST_F(LocationsTest, AReadMeetsTheLastWriteAWriteTheReadsBehindItToo) {
  write(64, 8);  // 0
  read(64, 8);   // 1
  read(64, 8);   // 2
  EXPECT_EQ(conflicting({64, 8, Effect::Read}), (Steps{0}));
  EXPECT_EQ(conflicting({64, 8, Effect::Write}), (Steps{2, 1, 0}));
  EXPECT_EQ(conflicting({72, 8, Effect::Write}), Steps{});
}

TEST_F(LocationsTest, WhatLiesBehindAWriteIsNotVisited) {
  write(64, 8);  // 0
  read(64, 8);   // 1
  write(64, 8);  // 2
  read(64, 8);   // 3
  EXPECT_EQ(conflicting({64, 8, Effect::Write}), (Steps{3, 2}));
  EXPECT_EQ(conflicting({64, 8, Effect::Read}), (Steps{2}));
  EXPECT_EQ(allConflicting({64, 8, Effect::Write}), (Steps{3, 2, 1, 0}));
  EXPECT_EQ(allConflicting({64, 8, Effect::Read}), (Steps{2, 0}));
  EXPECT_EQ(allConflicting({64, 8, Effect::Write}, 2), (Steps{3, 2}));
}

TEST_F(LocationsTest, CommutingUpdatesMeetOthersOnly) {
  push({64, 8, Effect::Write});  // 0
  push({64, 8, Effect::Add});    // 1
  push({64, 8, Effect::Add});    // 2
  EXPECT_EQ(conflicting({64, 8, Effect::Add}), (Steps{0}));
  EXPECT_EQ(conflicting({64, 8, Effect::Read}), (Steps{2, 1, 0}));
  EXPECT_EQ(conflicting({64, 8, Effect::Xor}), (Steps{2, 1, 0}));
  // Of a part of the word nothing commutes.
  EXPECT_EQ(conflicting({64, 4, Effect::Add}), (Steps{2, 1, 0}));
}

TEST_F(LocationsTest, TruncateUndoes) {
  write(64, 8);  // 0
  const std::uint32_t size = locations_.size();
  read(64, 8);
  write(64, 8);
  write(72, 4);
  locations_.truncate(size);
  EXPECT_EQ(locations_.size(), size);
  EXPECT_EQ(conflicting({64, 8, Effect::Write}), (Steps{0}));
  EXPECT_EQ(conflicting({72, 4, Effect::Write}), Steps{});
  step_ = 7;
  read(64, 8);
  EXPECT_EQ(conflicting({64, 8, Effect::Write}), (Steps{7, 0}));
  locations_.truncate(0);
  EXPECT_EQ(conflicting({64, 8, Effect::Write}), Steps{});
}

TEST_F(LocationsTest, PartsOfAWordMeetWhereTheyOverlap) {
  write(64, 8);  // 0
  EXPECT_FALSE(locations_.hasOverlaps());
  write(64, 4);  // 1
  write(68, 4);  // 2
  EXPECT_TRUE(locations_.hasOverlaps());
  EXPECT_EQ(conflicting({64, 2, Effect::Read}), (Steps{1, 0}));
  EXPECT_EQ(conflicting({70, 1, Effect::Read}), (Steps{2, 0}));
  EXPECT_TRUE(locations_.overlapsAt({64, 8, Effect::Read}));
  EXPECT_TRUE(locations_.overlapsAt({66, 1, Effect::Read}));
  EXPECT_FALSE(locations_.overlapsAt({72, 8, Effect::Read}));
}

TEST_F(LocationsTest, NeighboursDoNotOverlap) {
  write(64, 4);
  write(68, 4);
  EXPECT_FALSE(locations_.hasOverlaps());
  EXPECT_EQ(conflicting({68, 4, Effect::Write}), (Steps{1}));
}

TEST_F(LocationsTest, SixteenBytesLieInTwoGranules) {
  write(64, 16);  // 0
  write(72, 8);   // 1
  EXPECT_EQ(conflicting({64, 8, Effect::Read}), (Steps{0}));
  Steps second = conflicting({72, 8, Effect::Read});
  std::sort(second.begin(), second.end());
  EXPECT_EQ(second, (Steps{0, 1}));
  // Whoever asks for both granules is told that the order is not that of the steps.
  EXPECT_TRUE(locations_.conflicting({64, 16, Effect::Read}, [](std::uint32_t) {}));
  EXPECT_FALSE(locations_.conflicting({64, 8, Effect::Read}, [](std::uint32_t) {}));
  locations_.truncate(0);
  EXPECT_EQ(conflicting({64, 16, Effect::Write}), Steps{});
}

TEST_F(LocationsTest, AnAccessAcrossABorder) {
  write(70, 4);  // bytes 70 to 73
  EXPECT_EQ(conflicting({71, 1, Effect::Read}), (Steps{0}));
  EXPECT_EQ(conflicting({73, 1, Effect::Read}), (Steps{0}));
  EXPECT_EQ(conflicting({69, 1, Effect::Read}), Steps{});
  EXPECT_EQ(conflicting({74, 1, Effect::Read}), Steps{});
}

TEST_F(LocationsTest, OutgrownWhenAConditionalAccessTurnsOutToOverlap) {
  push({64, 8, Effect::Read}, /*conditional=*/true);
  EXPECT_FALSE(locations_.hasOutgrown());
  write(68, 4);
  EXPECT_TRUE(locations_.hasOutgrown());
  // What is known when the search restarts is no surprise any more.
  locations_.truncate(0);
  locations_.restart();
  push({64, 8, Effect::Read}, true);
  write(68, 4);
  EXPECT_FALSE(locations_.hasOutgrown());
}

TEST_F(LocationsTest, OverlapsOfUnconditionalAccessesOutgrowNothing) {
  write(64, 8);
  read(68, 4);
  EXPECT_TRUE(locations_.hasOverlaps());
  EXPECT_FALSE(locations_.hasOutgrown());
}

TEST_F(LocationsTest, AnAccessThatOnlyWaitsCountsForOverlaps) {
  locations_.noteWait({64, 16, Effect::Read}, true);
  EXPECT_EQ(locations_.size(), 0u);
  EXPECT_EQ(conflicting({64, 8, Effect::Write}), Steps{});
  write(72, 8);
  EXPECT_TRUE(locations_.hasOverlaps());
  EXPECT_TRUE(locations_.hasOutgrown());
}

TEST_F(LocationsTest, ContestedWhenSomebodyWaitsForAWordWhoseWritesAreNotOrdered) {
  push({64, 8, Effect::Add}, false);
  locations_.noteWait({72, 8, Effect::Write}, true);
  write(72, 8);
  EXPECT_FALSE(locations_.hasUnorderedWaits());
  locations_.noteWait({64, 8, Effect::Read}, false);
  EXPECT_TRUE(locations_.hasUnorderedWaits());
}

TEST_F(LocationsTest, ContestedByWaitsThatWouldCommute) {
  locations_.noteWait({64, 8, Effect::Add}, true);
  EXPECT_TRUE(locations_.hasUnorderedWaits());
}

TEST_F(LocationsTest, ContestedByWritesOfAPart) {
  write(64, 4);
  locations_.noteWait({64, 8, Effect::Read}, false);
  EXPECT_TRUE(locations_.hasUnorderedWaits());
}

TEST_F(LocationsTest, ManyPlaces) {
  for (core::Address a = 0; a < 10'000; ++a) write(a * 8, 8);
  for (core::Address a = 0; a < 10'000; ++a)
    ASSERT_EQ(conflicting({a * 8, 8, Effect::Read}), (Steps{static_cast<std::uint32_t>(a)}));
}

}  // namespace
}  // namespace heddle::explore::dpor
