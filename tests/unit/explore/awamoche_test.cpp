// Awamoche's optimisations on scripts: of the graphs that TruSt finds (which
// trust_test compares with brute force), every one in which those who wait read
// from the last write is found, once; the others only where two writes of the
// word that is waited for may stand in either order.
#include <gtest/gtest.h>

#include "support/graph_compare.h"
#include "support/optimisations_compare.h"
#include "support/random_script.h"
#include "support/weak_script.h"

namespace heddle::testing {
namespace {

TEST(Awamoche, AwaitsReadAWriteBeforeTheRevisitedUpdateTakesIt) {
  EXPECT_EQ(compareRemedies(parallel({{awaitNot(0, 1, 1)}, {add(0, 1, 1)}, {add(0, 1, 1), wait(1)}})), "");
}

TEST(Awamoche, WhoWaitsForAnotherWordIsNoObstacle) {
  EXPECT_EQ(compareRemedies(parallel({{load(0, 1)}, {await(0, 0, 2)}, {exchange(0, 0, 1), add(0, 1, 1)}})), "");
}

TEST(Awamoche, WaitingUpdatesCompete) {
  EXPECT_EQ(compareRemedies(parallel({{wait(0)}, {load(0, 0)}, {wait(0)}, {add(0, 0, 1)}})), "");
  EXPECT_EQ(compareRemedies(parallel({{wait(0)}, {wait(0)}, {exchange(0, 0, 2)}, {add(0, 0, 1)}})), "");
  EXPECT_EQ(compareRemedies(parallel({{awaitNot(0, 1, 0)}, {wait(1)}, {wait(1)}, {awaitCas(0, 1, 0, 2)}})), "");
}

TEST(Awamoche, WhoLosesALockGetsItLater) {
  const Body section = {lock(0), unlock(0)};
  EXPECT_EQ(compareRemedies(parallel({section, section, section})), "");
  EXPECT_EQ(graphsOf(parallel({section, section, section}), "awamoche", "rc11").graphs.size(), 6u) << "3!";
}

// It gets it before another event that was added later, and must be asked before that.
TEST(Awamoche, WhoLosesALockKeepsItsPlace) {
  EXPECT_EQ(compareRemedies(parallel({{load(0, 1)}, {lock(0), unlock(0)}, {lock(0), unlock(0), store(1, 2)}})), "");
}

// Who won against a third one is asked before its turn, and the third one after it.
TEST(Awamoche, WhoLosesToOneThatLostIsAskedBehindIt) {
  EXPECT_EQ(compareRemedies(
                parallel({{awaitNot(0, 1, 0), lock(0)}, {lock(0)}, {add(1, 1, 1), lock(0), unlock(0), add(1, 1, 1)}})),
            "");
}

// Else the post that follows the unlock would not find it there when it revisits the other post.
TEST(Awamoche, WhoLostALockAndCanGetItGoesFirst) {
  EXPECT_EQ(
      compareRemedies(parallel({{awaitNot(0, 1, 0), lock(0), unlock(0), post(2)}, {post(2), lock(0)}, {add(1, 1, 1)}})),
      "");
}

// Both are after the same write, which only one can take; that is no revisit of a third one.
TEST(Awamoche, WhoTakesNothingPassesNobodyOver) {
  const Body section = {await(1, 0, 0), lock(0), unlock(0)};
  EXPECT_EQ(compareRemedies(parallel({section, section, section})), "");
}

TEST(Awamoche, UnorderedWritesAreNotRevisitedInPlace) {
  EXPECT_EQ(compareRemedies(parallel({{store(0, 1), store(0, 2)}, {awaitCas(0, 0, 1, 2)}})), "");
}

TEST(Awamoche, EveryUsefulGraphOfRandomLocks) {
  for (std::uint64_t i = 0; i < 1500; ++i) {
    const Script script = randomLocks(77, i);
    if (compareRemedies(script).empty()) continue;
    const Script smallest = shrink(script, [&](const Script& part) { return !compareRemedies(part).empty(); });
    FAIL() << compareRemedies(smallest) << "script " << i;
  }
}

TEST(Awamoche, EveryUsefulGraphOfRandomScripts) {
  for (std::uint64_t i = 0; i < 600; ++i) {
    const Script script = randomWeakScript(11, i);
    if (compareRemedies(script).empty()) continue;
    const Script smallest = shrink(script, [&](const Script& part) { return !compareRemedies(part).empty(); });
    FAIL() << compareRemedies(smallest) << "script " << i;
  }
}

}  // namespace
}  // namespace heddle::testing
