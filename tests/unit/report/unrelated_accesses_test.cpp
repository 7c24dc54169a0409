#include "report/unrelated_accesses.h"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

core::TraceLine line(const char* thread, const char* op, const char* object, bool culprit = false) {
  core::TraceLine made;
  made.thread = thread;
  made.op = op;
  made.object = object;
  made.visible = !std::string_view(op).starts_with("plain");
  made.culprit = culprit;
  return made;
}

core::TraceLine violation() { return line("main", "assertion", "", true); }

TEST(UnrelatedAccesses, AreOfWhatNobodyReadsWhoMatters) {
  EXPECT_EQ(unrelatedAccesses({line("T1", "plain store", "count"), line("T1", "plain store", "x"),
                               line("T1", "store", "done"), line("main", "load", "done"),
                               line("main", "plain load", "x"), violation()}),
            (std::vector{true, false, false, false, false, false}));
}

TEST(UnrelatedAccesses, AreLoadsAfterWhichTheThreadDoesNothingThatMatters) {
  EXPECT_EQ(unrelatedAccesses({line("T1", "plain load", "a"), line("T1", "plain store", "x"),
                               line("T1", "plain load", "b"), line("main", "plain load", "x"), violation()}),
            (std::vector{false, false, true, false, false}));
}

// It has read the lock, and so whoever had it before matters.
TEST(UnrelatedAccesses, AreNotBeforeALock) {
  EXPECT_EQ(unrelatedAccesses(
                {line("T1", "plain load", "a"), line("T1", "unlock", "m"), line("main", "lock", "m"), violation()}),
            (std::vector{false, false, false, false}));
}

TEST(UnrelatedAccesses, AreNotOfAPartOrAWhole) {
  EXPECT_EQ(
      unrelatedAccesses({line("T1", "plain store", "all.one"), line("T1", "plain store", "all"),
                         line("T1", "plain store", "all.two"), line("main", "plain load", "all.one"), violation()}),
      (std::vector{false, false, true, false, false}));
}

TEST(UnrelatedAccesses, AreNoneWhereNothingIsWrong) {
  EXPECT_EQ(unrelatedAccesses({line("T1", "plain store", "x")}), std::vector{false});
}

TEST(UnrelatedAccesses, AreNotPartOfTheViolation) {
  EXPECT_EQ(unrelatedAccesses({line("T1", "plain store", "x", true), line("T2", "plain load", "x", true)}),
            (std::vector{false, false}));
}

}  // namespace
}  // namespace heddle::report
