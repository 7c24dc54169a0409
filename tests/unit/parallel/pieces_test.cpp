// The order of pieces, and what they say together: no processes here, their reports are made up.
#include "parallel/pieces.h"

#include <gtest/gtest.h>

namespace heddle::parallel {
namespace {

using Ending = Pieces::Ending;

// Pendings that can be told apart.
Pending part(std::uint32_t which, ThreadId thread = 0) {
  return {{{thread, core::Label::Choose, false, false, which}}, {{explore::graph::Option::Kind::Choose, which + 1, 0}}};
}

struct Setup {
  Pieces::Rules rules = {.stopAtFirst = true, .leavesOutStaleReads = true};
  Known known = {.words = {}, .iterations = {}, .threads = {"main"}, .evidence = {}};
  bool hasEarlier = false;
};

constexpr core::Assumption kWatched = core::Assumption::SeparateWords;

// Two facts together break the assumption.
bool breaks(const core::Evidence& evidence) { return core::factsOf(evidence, kWatched).size() > 1; }

Pieces piecesOf(std::vector<Pending> left, const Setup& setup = {}) {
  return {std::move(left), setup.known, {}, setup.hasEarlier, setup.rules, breaks};
}

// All of a piece was explored.
Report done(const Pieces::Handle& piece, std::uint64_t complete) {
  Report report;
  report.outcome.executions.complete = complete;
  report.outcome.evidence = piece->start.evidence;
  report.known = piece->start;
  report.known.evidence.clear();
  return report;
}

Report found(const Pieces::Handle& piece, std::uint64_t complete, SiteId site) {
  Report report = done(piece, complete);
  report.outcome.executions.violated = 1;
  report.outcome.found.push_back({{.message = {}, .site = site}, {}});
  return report;
}

Report gives(const Pieces::Handle& piece, std::uint64_t complete, std::vector<Pending> left,
             std::vector<Pending> given) {
  Report report = done(piece, complete);
  report.left = std::move(left);
  report.given = std::move(given);
  return report;
}

core::Outcome outcomeOf(const Pieces& pieces) {
  std::vector<std::string> threads;
  return pieces.outcome(threads);
}

std::vector<Pending> leftOf(const Pieces& pieces) {
  std::vector<std::string> threads;
  return pieces.left(threads).pending;
}

TEST(Pieces, TheLastOfTheListComesFirst) {
  Pieces pieces = piecesOf({part(1), part(2), part(3)});
  EXPECT_EQ(leftOf(pieces), (std::vector{part(1), part(2), part(3)}));
  for (const std::uint32_t which : {3U, 2U, 1U}) {
    const auto piece = pieces.begin();
    EXPECT_EQ(piece->pending, std::vector{part(which)});
    pieces.report(piece, done(piece, which));
  }
  EXPECT_EQ(pieces.begin(), nullptr);
  EXPECT_EQ(pieces.ending(), Ending::Explored);
  EXPECT_EQ(outcomeOf(pieces).executions.complete, 6u);
}

// Its worker goes on, and is no part of it.
TEST(Pieces, HowFarTheyAre) {
  Pieces pieces = piecesOf({part(1), part(2)});
  const auto first = pieces.begin();
  const auto second = pieces.begin();
  pieces.report(first, gives(first, 5, {part(21)}, {part(22)}));
  pieces.report(second, found(second, 7, 3));
  const explore::Standing now = pieces.standing();
  EXPECT_EQ(now.soFar.executions.complete, 5u) << "what was found counts when all before it is explored";
  EXPECT_TRUE(now.soFar.found.empty());
  EXPECT_EQ(now.left.pending, (std::vector{part(1), part(22), part(21)}));
  EXPECT_EQ(now.threads, std::vector<std::string>{"main"});
  EXPECT_EQ(first->state, Pieces::Piece::State::Running);
  pieces.report(first, done(first, 6));
  EXPECT_EQ(pieces.standing().soFar.executions.complete, 6u);
}

// What does not fit what is known by now is left as a whole, but its worker goes on.
TEST(Pieces, HowFarTheyAreIfOneIsToBeDoneAgain) {
  Pieces pieces = piecesOf({part(1), part(2)});
  const auto first = pieces.begin();
  const auto second = pieces.begin();
  pieces.report(second, gives(second, 7, {part(11)}, {}));
  Report isRepeated = gives(first, 5, {part(21)}, {});
  isRepeated.known.iterations.isUsed = !isRepeated.known.iterations.isUsed;
  pieces.report(first, std::move(isRepeated));
  const explore::Standing now = pieces.standing();
  EXPECT_EQ(now.soFar.executions.complete, 5u);
  EXPECT_EQ(now.left.pending, (std::vector{part(1), part(21)}));
  EXPECT_EQ(second->state, Pieces::Piece::State::Running);
  EXPECT_EQ(second->pending, std::vector{part(11)});
}

TEST(Pieces, WhatIsGivenAwayComesRightAfter) {
  Pieces pieces = piecesOf({part(1), part(2)});
  const auto first = pieces.begin();
  pieces.report(first, gives(first, 10, {part(4)}, {part(5), part(6)}));
  EXPECT_EQ(leftOf(pieces), (std::vector{part(1), part(5), part(6), part(4)}));
  // Each is a piece: whoever is free begins with one of them.
  const auto given = pieces.begin();
  EXPECT_EQ(given->pending, (std::vector{part(6)}));
  const auto next = pieces.begin();
  EXPECT_EQ(next->pending, (std::vector{part(5)}));
  const auto last = pieces.begin();
  EXPECT_EQ(last->pending, (std::vector{part(1)}));
  pieces.report(next, done(next, 60));
  pieces.report(given, done(given, 40));
  pieces.report(first, done(first, 17));  // with the 10 from before
  EXPECT_EQ(outcomeOf(pieces).executions.complete, 117u);
  pieces.report(last, done(last, 1000));
  EXPECT_EQ(outcomeOf(pieces).executions.complete, 1117u);
}

TEST(Pieces, TheFirstViolationOfTheOrderIsTheAnswer) {
  Pieces pieces = piecesOf({part(1), part(2), part(3), part(4)});
  const auto a = pieces.begin(), b = pieces.begin(), c = pieces.begin();
  pieces.report(c, found(c, 5, 33));
  EXPECT_EQ(pieces.begin(), nullptr);  // what comes after does not count
  EXPECT_FALSE(pieces.ending());
  pieces.report(b, found(b, 7, 22));
  EXPECT_EQ(c->state, Pieces::Piece::State::Over);
  pieces.report(a, done(a, 100));
  EXPECT_EQ(pieces.ending(), Ending::Found);
  const core::Outcome outcome = outcomeOf(pieces);
  EXPECT_EQ(outcome.executions.total(), 108u);
  ASSERT_EQ(outcome.found.size(), 1u);
  EXPECT_EQ(outcome.found[0].violation.site, 22u);
}

TEST(Pieces, WhoComesAfterAViolationIsStopped) {
  Pieces pieces = piecesOf({part(1), part(2), part(3)});
  const auto a = pieces.begin(), b = pieces.begin(), c = pieces.begin();
  pieces.report(c, gives(c, 50, {part(9)}, {}));
  pieces.report(b, found(b, 5, 1));
  EXPECT_NE(c->state, Pieces::Piece::State::Running);
  EXPECT_EQ(a->state, Pieces::Piece::State::Running);
}

TEST(Pieces, AllViolationsCountIfTheSearchGoesOn) {
  Pieces pieces = piecesOf({part(1), part(2)}, {.rules = {.stopAtFirst = false}});
  const auto a = pieces.begin(), b = pieces.begin();
  pieces.report(b, found(b, 1, 3));
  pieces.report(a, found(a, 1, 3));
  EXPECT_EQ(pieces.ending(), Ending::Explored);
  EXPECT_EQ(outcomeOf(pieces).found[0].executions, 2u);
}

TEST(Pieces, ALostWorkerCostsWhatItHasNotReported) {
  Pieces pieces = piecesOf({part(1)});
  const auto piece = pieces.begin();
  pieces.report(piece, gives(piece, 10, {part(4)}, {}));
  pieces.lose(piece);
  EXPECT_EQ(piece->losses, 1u);
  EXPECT_EQ(pieces.begin(), piece);
  EXPECT_EQ(piece->pending, std::vector{part(4)});
  pieces.report(piece, done(piece, 5));
  EXPECT_EQ(piece->losses, 0u);
  EXPECT_EQ(outcomeOf(pieces).executions.complete, 15u);
}

TEST(Pieces, AnAssumptionOfTheSearchMakesAllVoid) {
  Pieces pieces = piecesOf({part(1), part(2)}, {.hasEarlier = true});
  const auto a = pieces.begin(), b = pieces.begin();
  Report report = done(a, 3);
  report.known.words.waited = report.known.words.excluded = {8};
  report.outcome.madePartsVoid = core::Broken{core::Assumption::OrderedWrites, 7};
  pieces.report(a, report);
  EXPECT_EQ(b->state, Pieces::Piece::State::Dropped);
  EXPECT_EQ(pieces.restart(), core::Assumption::OrderedWrites);
  const auto again = pieces.begin();
  EXPECT_EQ(again->pending, std::vector{Pending{}});
  EXPECT_EQ(again->start.words.excluded, (std::set<core::Address>{8}));
  pieces.report(again, done(again, 40));
  EXPECT_EQ(outcomeOf(pieces).executions.total(), 40u);
  EXPECT_EQ(outcomeOf(pieces).madePartsVoid->site, 7u);
}

// A word of which the first piece has learnt what the second one should have known.
TEST(Pieces, WhatShouldHaveKnownMoreIsDoneAgain) {
  Pieces pieces = piecesOf({part(1), part(2)});
  const auto a = pieces.begin(), b = pieces.begin();
  pieces.report(b, gives(b, 10, {part(5)}, {part(6)}));
  const auto c = pieces.begin();
  EXPECT_EQ(c->pending, std::vector{part(6)});
  pieces.report(c, done(c, 1000));
  Report waits = done(b, 20);
  waits.known.words.waited = {8};
  pieces.report(b, waits);
  Report report = done(a, 3);
  report.known.words.excluded = {8};
  pieces.report(a, report);
  EXPECT_FALSE(pieces.ending());
  EXPECT_EQ(leftOf(pieces), std::vector{part(1)});  // as it was given at first
  const auto again = pieces.begin();
  EXPECT_EQ(again->start.words.excluded, (std::set<core::Address>{8}));
  pieces.report(again, done(again, 1020));
  EXPECT_EQ(pieces.ending(), Ending::Explored);
  EXPECT_EQ(outcomeOf(pieces).executions.total(), 1023u);
}

TEST(Pieces, AWordWhereNobodyWaitsMakesNoDifference) {
  for (const bool leavesOut : {true, false}) {
    Pieces pieces = piecesOf({part(1), part(2)}, {.rules = {.leavesOutStaleReads = leavesOut}});
    const auto a = pieces.begin(), b = pieces.begin();
    Report report = done(a, 3);
    report.known.words.excluded = {8};
    Report other = done(b, 20);
    other.known.words.waited = {16};
    pieces.report(b, other);
    pieces.report(a, report);
    EXPECT_EQ(pieces.ending().has_value(), leavesOut);
  }
}

// One has waited at a word, another one has seen that its writes are in no order: one search alone would restart.
TEST(Pieces, WordsThatMeetAreSeenAgain) {
  Pieces pieces = piecesOf({part(1), part(2)});
  const auto a = pieces.begin(), b = pieces.begin();
  Report excludes = done(b, 1);
  excludes.known.words.excluded = {8};
  pieces.report(b, excludes);
  Report waits = done(a, 1);
  waits.known.words.waited = {8};
  pieces.report(a, waits);
  const auto again = pieces.begin();
  ASSERT_NE(again, nullptr);
  EXPECT_EQ(again->pending, std::vector{part(1)});
  EXPECT_EQ(again->start.words.waited, (std::set<core::Address>{8}));
}

TEST(Pieces, EvidenceThatBreaksTogetherEndsAll) {
  Pieces pieces = piecesOf({part(1), part(2), part(3)});
  const auto a = pieces.begin(), b = pieces.begin(), c = pieces.begin();
  Report one = gives(c, 1, {part(4)}, {}), other = gives(b, 1, {part(5)}, {});
  one.outcome.evidence[kWatched] = {{1}};
  other.outcome.evidence[kWatched] = {{1}};
  pieces.report(c, one);
  pieces.report(b, other);
  EXPECT_FALSE(pieces.ending());
  other.outcome.evidence[kWatched] = {{2}};
  pieces.report(b, other);  // though none of them is done
  EXPECT_EQ(pieces.ending(), Ending::Alone);
}

TEST(Pieces, WhatBreaksInOnePieceEndsItInItsPlace) {
  Pieces pieces = piecesOf({part(1), part(2)});
  const auto a = pieces.begin(), b = pieces.begin();
  Report report = done(b, 1);
  report.outcome.evidence[kWatched] = {{1}, {2}};
  report.outcome.broken = core::Broken{kWatched, 5};
  pieces.report(b, report);
  EXPECT_FALSE(pieces.ending());
  pieces.report(a, done(a, 1));
  EXPECT_EQ(pieces.ending(), Ending::Found);
  EXPECT_EQ(outcomeOf(pieces).broken->site, 5u);
}

TEST(Pieces, ThreadsHaveOneNumberEach) {
  Pieces pieces = piecesOf({part(1), part(2), part(3)});
  const auto a = pieces.begin(), b = pieces.begin(), c = pieces.begin();
  Report unfinished = done(c, 1);
  unfinished.outcome.isUnfinished = true;
  unfinished.known.threads = {"main", "T2", "T1"};
  unfinished.left = {part(7, 1), part(8, 2)};
  pieces.report(c, unfinished);
  Report other = done(b, 1);
  other.known.threads = {"main", "T1"};
  pieces.report(b, other);
  pieces.lose(a);
  std::vector<std::string> threads;
  pieces.left(threads);
  EXPECT_EQ(threads, (std::vector<std::string>{"main", "T2", "T1"}));
  // The numbers of the third piece do not go with those of the second one.
  pieces.settle();
  EXPECT_EQ(pieces.left(threads).pending, (std::vector{part(1), part(3)}));
  EXPECT_EQ(outcomeOf(pieces).executions.total(), 1u);
}

TEST(Pieces, SomeThingsConcernTheWhole) {
  Pieces pieces = piecesOf({part(1), part(2)});
  const auto a = pieces.begin(), b = pieces.begin();
  Report report = done(b, 1);
  report.outcome.mustBeOnePart = true;
  pieces.report(b, report);
  EXPECT_FALSE(pieces.ending());
  pieces.report(a, found(a, 1, 3));
  EXPECT_EQ(pieces.ending(), Ending::Found);  // it comes first
}

}  // namespace
}  // namespace heddle::parallel
