#include "core/told_late.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace heddle::core {
namespace {

using ::testing::ElementsAre;

// Lines are named by their objects.
class ToldLateTest : public ::testing::Test {
 protected:
  std::size_t add(const std::string& thread, const std::string& name, bool isStep, Touched memory = {}) {
    TraceLine& line = lines.emplace_back();
    line.thread = thread;
    line.object = name;
    line.step = isStep ? ++steps : 0;
    touched.push_back(memory);
    return lines.size() - 1;
  }
  std::vector<std::string> told(std::size_t violation, const std::string& culprit) {
    tellLate(lines, touched, violation, culprit);
    std::vector<std::string> names;
    for (const TraceLine& line : lines) names.push_back(line.object);
    return names;
  }

  std::vector<TraceLine> lines;
  std::vector<Touched> touched;
  std::size_t steps = 0;
};

TEST_F(ToldLateTest, WhatAThreadDoesBeforeItsFirstStepIsToldThere) {
  const std::size_t spawn = add("main", "spawn", false);
  add("T1", "early", false, {64, 4, true});
  lines.back().sw = {spawn};
  add("main", "step", true);
  add("T1", "first", true);
  EXPECT_THAT(told(4, "T1"), ElementsAre("spawn", "step", "early", "first"));
}

TEST_F(ToldLateTest, AJoinIsToldWhereItsThreadGoesOn) {
  add("T1", "a", true);
  const std::size_t exit = add("T1", "exit", false);
  add("main", "join", false);
  lines.back().sw = {exit};
  add("T2", "b", true);
  add("main", "c", true);
  add("main", "assertion", false);
  EXPECT_THAT(told(5, "main"), ElementsAre("a", "exit", "b", "join", "c", "assertion"));
  EXPECT_THAT(lines[3].sw, ElementsAre(1));
}

TEST_F(ToldLateTest, AJoinComesAfterTheEndThatItWaitsFor) {
  const std::size_t spawn = add("main", "spawn", false);
  add("T1", "a", true);
  lines.back().sw = {spawn};
  const std::size_t exit = add("T1", "exit", false, {64, 8, true});
  add("main", "join", false);
  lines.back().sw = {exit};
  add("main", "read", false, {64, 8, false});
  add("main", "assertion", false);
  EXPECT_THAT(told(5, "main"), ElementsAre("spawn", "a", "exit", "join", "read", "assertion"));
}

// T1's access is told before T2's, though T1 makes no step any more.
TEST_F(ToldLateTest, AccessesThatConflictStayInOrder) {
  add("T1", "write", false, {64, 4, true});
  add("T2", "step", true);
  add("T2", "read", false, {66, 1, false});
  add("T2", "other", true);
  EXPECT_THAT(told(3, "T1"), ElementsAre("step", "write", "read", "other"));
}

TEST_F(ToldLateTest, AccessesThatOnlyReadMayChangePlaces) {
  add("T1", "one", false, {64, 4, false});
  add("T2", "other", true, {64, 4, false});
  add("T1", "step", true);
  EXPECT_THAT(told(3, "T1"), ElementsAre("other", "one", "step"));
}

TEST_F(ToldLateTest, LargeAccessesAreOrderedWithEverything) {
  add("T1", "early", false, {64, 4, true});
  add("T2", "large", true, {64, 4096, true});
  add("T1", "step", true);
  EXPECT_THAT(told(3, "T1"), ElementsAre("early", "large", "step"));
}

TEST_F(ToldLateTest, AReadIsToldAfterTheWriteThatItReads) {
  const std::size_t write = add("T1", "write", false);
  add("T2", "read", true);
  lines.back().node = GraphNode{.kind = "read", .rf = write};
  add("T1", "step", true);
  EXPECT_THAT(told(3, "T1"), ElementsAre("write", "read", "step"));
  EXPECT_EQ(lines[1].node->rf, 0);
}

TEST_F(ToldLateTest, WhatSaysWhatWentWrongStaysAtTheEnd) {
  add("T1", "a", true);
  add("T2", "b", true);
  add("T1", "rest", false);
  add("T2", "waits", false);
  add("T1", "waits too", false);
  EXPECT_THAT(told(3, "T1"), ElementsAre("a", "rest", "b", "waits", "waits too"));
}

}  // namespace
}  // namespace heddle::core
