#include "explore/dpor/sections.h"

#include <gtest/gtest.h>

#include "explore/expect_traces.h"

namespace heddle::explore::dpor {
namespace {

const Sections::Key kKey{1, 1, 10};
const Access kReadX{64, 8, Effect::Read};
const Access kWriteX{64, 8, Effect::Write};
const Access kWriteY{72, 8, Effect::Write};
const Access kPartOfX{64, 4, Effect::Read};

std::vector<Access> all(const Footprint& footprint) {
  std::vector<Access> accesses;
  footprint.any([&](const Access& access) {
    accesses.push_back(access);
    return false;
  });
  return accesses;
}

void expectAccesses(const Footprint& footprint, const std::vector<Access>& expected) {
  const std::vector<Access> found = all(footprint);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].addr, expected[i].addr);
    EXPECT_EQ(found[i].size, expected[i].size);
    EXPECT_EQ(found[i].effect, expected[i].effect);
  }
}

TEST(Sections, ASectionTouchesWhatItWasSeenToTouch) {
  Sections sections;
  expectAccesses(sections.declare(kKey, {kReadX, kWriteY}), {kReadX, kWriteY});
  EXPECT_FALSE(sections.hasOutgrown());
}

TEST(Sections, OneAccessIsNotComposite) {
  Sections sections;
  EXPECT_FALSE(sections.declare(kKey, {kReadX, kReadX}).isComposite());
  EXPECT_TRUE(sections.declare({1, 2, 10}, {}).empty());
}

TEST(Sections, ReadingAndWritingAWordIsWriting) {
  Sections sections;
  expectAccesses(sections.declare(kKey, {kReadX, kWriteX}), {kWriteX});
}

TEST(Sections, WhatOnceWasTouchedStays) {
  Sections sections;
  const Footprint first = sections.declare(kKey, {kReadX, kWriteY});
  const Footprint again = sections.declare(kKey, {kReadX});
  expectAccesses(again, {kReadX, kWriteY});
  EXPECT_FALSE(sections.hasOutgrown());
  EXPECT_EQ(again.more, first.more) << "copies share what they have in common";
}

TEST(Sections, GrowthMeansToBeginAnew) {
  Sections sections;
  sections.declare(kKey, {kReadX});
  expectAccesses(sections.declare(kKey, {kReadX, kWriteY}), {kReadX, kWriteY});
  EXPECT_TRUE(sections.hasOutgrown());
  sections.restart();
  EXPECT_FALSE(sections.hasOutgrown());
  expectAccesses(sections.declare(kKey, {kReadX}), {kReadX, kWriteY});
  EXPECT_FALSE(sections.hasOutgrown());
}

TEST(Sections, AStrongerEffectIsGrowth) {
  Sections sections;
  sections.declare(kKey, {kReadX});
  expectAccesses(sections.declare(kKey, {kWriteX}), {kWriteX});
  EXPECT_TRUE(sections.hasOutgrown());
}

TEST(Sections, OtherBytesAreOtherAccesses) {
  Sections sections;
  sections.declare(kKey, {kReadX});
  expectAccesses(sections.declare(kKey, {kPartOfX}), {kReadX, kPartOfX});
  EXPECT_TRUE(sections.hasOutgrown());
}

TEST(Sections, EachStepOfEachThreadHasItsOwn) {
  Sections sections;
  sections.declare(kKey, {kReadX});
  expectAccesses(sections.declare({2, 1, 10}, {kWriteY}), {kWriteY});
  expectAccesses(sections.declare({1, 2, 10}, {kWriteY}), {kWriteY});
  expectAccesses(sections.declare({1, 1, 11}, {kWriteY}), {kWriteY});
  EXPECT_FALSE(sections.hasOutgrown());
}

TEST(Sections, EqualExactOnesShareWhatTheyHold) {
  Sections sections;
  const Footprint first = sections.exactly({kReadX, kWriteY});
  expectAccesses(first, {kReadX, kWriteY});
  EXPECT_EQ(sections.exactly({kReadX, kWriteY}).more, first.more);
  expectAccesses(sections.exactly({kWriteX, kWriteY}), {kWriteX, kWriteY});
  EXPECT_FALSE(sections.hasOutgrown());
}

TEST(Sections, ASecondTakerOfALineMeansToBeginAnew) {
  Sections sections;
  EXPECT_FALSE(sections.isTakenByOthers(64, 1));
  EXPECT_FALSE(sections.isTakenByOthers(64, 1));
  EXPECT_FALSE(sections.isTakenByOthers(72, 2));
  EXPECT_FALSE(sections.hasOutgrown());
  EXPECT_TRUE(sections.isTakenByOthers(64, 2));
  EXPECT_TRUE(sections.hasOutgrown());
  sections.restart();
  EXPECT_TRUE(sections.isTakenByOthers(64, 1));
  EXPECT_FALSE(sections.hasOutgrown());
}

// T2's section writes y only if it sees x; T3 reads y.
TEST(Sections, ASearchThatBeganAnewStillRunsEveryTrace) {
  const Script script =
      parallel({{store(0, 1)}, {atomicBegin(), load(0, 0), skipIf(0, 0, 1), store(1, 1), atomicEnd()}, {load(0, 1)}});
  const NamedTraces expected = tracesOfAll(script, {
                                                       "2 1 3",  // x not seen: y is never written
                                                       "1 2 3",  // y read after the write
                                                       "3 1 2",  // and before it
                                                   });
  for (const std::string_view name : {"optimal", "optimal-wut", "source", "classic"}) {
    const auto search = searchNamed(name)->make({});
    const Explored explored = exploreTraces(script, *search);
    expectSame(expected, explored.traces, name);
    // T2's section counts as writing y: the two orders of it and T3's read without x are told apart.
    EXPECT_EQ(explored.repeated, 1u) << name;
  }
}

}  // namespace
}  // namespace heddle::explore::dpor
