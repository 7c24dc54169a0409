// When others could observe that attempts to add were not rolled back but never made.
#include "explore/rolled_back_additions.h"

#include <gtest/gtest.h>

namespace heddle::explore {
namespace {

using core::Execution;
using core::Graph;
using core::kInitial;
using core::Label;
using core::Op;
using core::OpKind;
using core::UpdateResult;
using core::UpdateRule;
using core::Value;
namespace rules = core::rules;

constexpr core::Address kX = 0x1000, kY = 0x2000;
constexpr int kBias = 100;

int number(Value value) { return static_cast<int>(static_cast<std::uint32_t>(value)); }

// Subtracts `a`; waits until the word is more than 0, or exactly kBias.
UpdateResult readLock(const Op& op, Value old) { return {number(old) > 0, true, old - op.a}; }
UpdateResult writeLock(const Op& op, Value old) { return {number(old) == kBias, true, old - op.a}; }
UpdateResult anyButZero(const Op& op, Value old) { return {number(old) != 0, true, old - op.a}; }

UpdateRule attemptBy(UpdateResult (*apply)(const Op&, Value)) {
  UpdateRule rule{"fetch_sub", apply, /*canBlock=*/true};
  rule.role = core::LoopRole::RolledBack;
  return rule;
}
const UpdateRule kReads = attemptBy(readLock), kWrites = attemptBy(writeLock), kAnyButZero = attemptBy(anyButZero);

Op update(const UpdateRule& rule, int by, core::Address addr = kX) {
  return {.a = static_cast<Value>(by), .addr = addr, .rule = &rule, .site = 7, .kind = OpKind::Update, .size = 4};
}
Op blindAdd(int by) { return update(*rules::withoutResult(&rules::kAdd), by); }
Op load(core::Address addr = kX, std::uint8_t size = 4) {
  return {.addr = addr, .site = 9, .kind = OpKind::Read, .size = size};
}
Op spawn(ThreadId other) { return {.kind = OpKind::Spawn, .other = other}; }
Op join(ThreadId other) { return {.kind = OpKind::Join, .other = other}; }

class RolledBackAdditionsTest : public ::testing::Test {
 protected:
  void does(ThreadId thread, const Op& op, int found = 0) {
    core::Event& event = execution_.trace.append();
    event = {.op = op, .read = static_cast<std::uint32_t>(found), .thread = thread, .wrote = op.kind == OpKind::Update};
  }
  bool isObserved() {
    additions_.look(execution_, nullptr);
    return additions_.observed().has_value();
  }
  // Two threads, the first of which has read and left.
  void begin() {
    does(0, spawn(1));
    does(0, spawn(2));
    does(1, update(kReads, 1), kBias);
    does(1, blindAdd(1), kBias - 1);
  }

  Execution execution_;
  RolledBackAdditions additions_;
};

TEST_F(RolledBackAdditionsTest, ALockIsNotObserved) {
  begin();
  does(2, update(kWrites, kBias), kBias);
  does(2, blindAdd(kBias));
  EXPECT_FALSE(isObserved());
}

TEST_F(RolledBackAdditionsTest, ALoadIs) {
  begin();
  does(2, load(), kBias);
  EXPECT_TRUE(isObserved());
  EXPECT_EQ(additions_.observed(), 9u);
}

TEST_F(RolledBackAdditionsTest, AnAdditionThatLooksIs) {
  begin();
  does(2, update(rules::kAdd, 1), kBias);
  EXPECT_TRUE(isObserved());
}

TEST_F(RolledBackAdditionsTest, ALoadOfAnotherWordIsNot) {
  begin();
  does(2, load(kX + 4), 0);
  does(2, load(kY), 0);
  EXPECT_FALSE(isObserved());
}

TEST_F(RolledBackAdditionsTest, ALoadOfAPartIs) {
  begin();
  does(2, load(kX + 2, 2), 0);
  EXPECT_TRUE(isObserved());
}

TEST_F(RolledBackAdditionsTest, ALoadOfMoreIs) {
  begin();
  does(2, load(kX - 4, 8), 0);
  EXPECT_TRUE(isObserved());
}

// It may have been there before anybody knew of the attempts.
TEST_F(RolledBackAdditionsTest, ALoadInAnEarlierExecutionIs) {
  does(0, spawn(1));
  does(0, load(), kBias);
  EXPECT_FALSE(isObserved());
  execution_.trace.clear();
  begin();
  EXPECT_TRUE(isObserved());
}

TEST_F(RolledBackAdditionsTest, WhoeverIsAloneObservesNothing) {
  does(0, load(), kBias);
  begin();
  does(0, join(1));
  does(0, join(2));
  does(0, load(), kBias);
  EXPECT_FALSE(isObserved());
}

TEST_F(RolledBackAdditionsTest, WhoeverHasJoinedOneOfTwoIsNotAlone) {
  begin();
  does(0, join(1));
  does(0, load(), kBias);
  EXPECT_TRUE(isObserved());
}

// At 0 neither goes on; in the middle of the first one's attempt the second one does.
TEST_F(RolledBackAdditionsTest, AnAttemptThatLetsAnotherOneInIs) {
  does(0, spawn(1));
  does(0, spawn(2));
  does(1, update(kReads, 1), 1);
  does(2, update(kAnyButZero, 4), 1);
  EXPECT_TRUE(isObserved());
}

// 0 -2 0 was run, and 0 2 0 is the same trace. An attempt that makes 3 of 2 lets in who waits for 3.
TEST_F(RolledBackAdditionsTest, ValuesInAnotherOrderOfAdditionsCount) {
  static const UpdateRule kAddsOne =
      attemptBy([](const Op& op, Value old) { return UpdateResult{number(old) == 50, true, old + op.a}; });
  static const UpdateRule kWaitsForThree =
      attemptBy([](const Op& op, Value old) { return UpdateResult{number(old) == 3, true, old + op.a}; });
  does(0, spawn(1));
  does(0, spawn(2));
  does(1, update(kAddsOne, 1), 50);
  does(2, update(kWaitsForThree, 8), 3);
  does(1, blindAdd(-2), 0);
  EXPECT_FALSE(isObserved());
  does(2, blindAdd(2), -2);
  EXPECT_TRUE(isObserved());
}

UpdateResult untilPositive(const Op&, Value old) { return {number(old) > 0, false, 0}; }
UpdateResult untilNegative(const Op&, Value old) { return {number(old) < 0, false, 0}; }

TEST_F(RolledBackAdditionsTest, AWaitForWhatAttemptsOnlyMakeWorseIsNot) {
  UpdateRule rule{"await", untilPositive, /*canBlock=*/true};
  const Op wait{.addr = kX, .rule = &rule, .site = 9, .kind = OpKind::Await, .size = 4};
  begin();
  rule.role = core::LoopRole::Wait;
  does(2, wait, kBias);
  EXPECT_FALSE(isObserved());
  rule.role = core::LoopRole::None;  // it does something else with what it has found
  EXPECT_TRUE(isObserved());
}

TEST_F(RolledBackAdditionsTest, AWaitForTheMiddleOfAnAttemptIs) {
  UpdateRule rule{"await", untilNegative, /*canBlock=*/true};
  rule.role = core::LoopRole::Wait;
  begin();
  does(2, update(kWrites, kBias), kBias);  // leaves 0, of which another attempt would make -1
  does(1, {.addr = kX, .rule = &rule, .site = 9, .kind = OpKind::Await, .size = 4}, -1);
  EXPECT_TRUE(isObserved());
}

TEST_F(RolledBackAdditionsTest, WhoeverWaitsAtTheEndCounts) {
  alignas(4) static std::uint32_t word = 0;
  const auto waits = [&](ThreadId thread, const UpdateRule& rule) {
    execution_.threads.resize(3);
    execution_.threads[thread].status = core::ThreadStatus::Ready;
    execution_.threads[thread].pending = update(rule, 1, reinterpret_cast<core::Address>(&word));
  };
  waits(1, kReads);
  EXPECT_FALSE(isObserved());
  waits(2, kAnyButZero);
  EXPECT_TRUE(isObserved());
}

TEST_F(RolledBackAdditionsTest, MemoryThatIsFreedMeanwhileIs) {
  begin();
  does(2, {.a = 64, .addr = kX - 8, .kind = OpKind::Write, .size = 0});
  EXPECT_TRUE(isObserved());
}

// Knows its rules by their sites, as another process does.
class OtherProcess final : public core::Program {
 public:
  const core::UpdateRule* ruleAt(SiteId site) const override { return site == 7 ? &kReads : nullptr; }
  const Execution& run(core::Scheduler&) override { return execution_; }
  void keepGoing(bool) override {}
  void record(bool) override {}
  core::Trace trace() const override { return {}; }
  core::ThreadTable& threads() override { return threads_; }

 private:
  Execution execution_;
  core::ThreadTable threads_;
};

class RolledBackInParts : public RolledBackAdditionsTest {
 protected:
  // What follows is seen by another process.
  void goOnElsewhere() {
    EXPECT_FALSE(isObserved());
    core::Evidence evidence;
    additions_.addEvidence(evidence);
    additions_ = {};
    EXPECT_TRUE(additions_.takeIn(evidence, OtherProcess()));
    core::Evidence again;
    additions_.addEvidence(again);
    EXPECT_EQ(evidence, again);
    EXPECT_FALSE(additions_.observed());
    execution_.trace.clear();
  }
};

TEST_F(RolledBackInParts, ALoadInAnotherPartIs) {
  begin();
  goOnElsewhere();
  does(0, spawn(1));
  does(0, load(), kBias);
  EXPECT_TRUE(isObserved());
}

TEST_F(RolledBackInParts, ALoadInAnEarlierPartIs) {
  does(0, spawn(1));
  does(0, load(), kBias);
  goOnElsewhere();
  begin();
  EXPECT_TRUE(isObserved());
}

// The attempts of one part, and the value of another at which one lets in the other.
TEST_F(RolledBackInParts, WhatAttemptsAddIsHandedOn) {
  does(0, spawn(1));
  does(0, spawn(2));
  does(1, update(kReads, -1), 1);
  goOnElsewhere();
  does(0, spawn(1));
  does(0, spawn(2));
  does(2, update(kReads, -1), 1);
  EXPECT_FALSE(isObserved());
  goOnElsewhere();
  does(1, blindAdd(-1), 1);
  EXPECT_TRUE(isObserved());
}

TEST_F(RolledBackInParts, WhatDoesNotFitIsRefused) {
  const auto fits = [&](core::Fact fact) {
    return additions_.takeIn({{core::Assumption::UnobservedRollback, {std::move(fact)}}}, OtherProcess());
  };
  const auto update = static_cast<std::uint64_t>(OpKind::Update);
  EXPECT_TRUE(fits({3, kX, 4, 7, update, 1, 0, 0, 0}));
  EXPECT_FALSE(fits({3, kX, 4, 8, update, 1, 0, 0, 0}));      // no rule
  EXPECT_FALSE(fits({3, kX, 4, 7, update + 1, 1, 0, 0, 0}));  // no attempt
  EXPECT_FALSE(fits({3, kX, 4, 7}));
  EXPECT_FALSE(fits({0, kX, 3, 7}));
  EXPECT_FALSE(fits({4, kX, 4, 7}));
  EXPECT_FALSE(fits({}));
}

class RolledBackInGraph : public ::testing::Test {
 protected:
  RolledBackInGraph() {
    graph_.addOther(0, spawn(1), Label::Spawn);
    graph_.addOther(0, spawn(2), Label::Spawn);
    word_ = graph_.locate(kX, 4, kBias);
    const auto read = graph_.addRead(1, update(kReads, 1), word_, kInitial);
    graph_.addWrite(1, graph_[read].op, word_, 1, kBias - 1, true);
  }
  bool isObserved() {
    RolledBackAdditions additions;
    additions.look(graph_);
    return additions.observed().has_value();
  }

  Graph graph_;
  std::uint32_t word_ = 0;
};

TEST_F(RolledBackInGraph, AttemptsAreNotObserved) { EXPECT_FALSE(isObserved()); }

TEST_F(RolledBackInGraph, ALoadIs) {
  graph_.addRead(2, load(), word_, kInitial);
  EXPECT_TRUE(isObserved());
}

TEST_F(RolledBackInGraph, ALoadBehindAllJoinsIsNot) {
  for (const ThreadId t : {1U, 2U}) {
    graph_.addOther(t, {.kind = OpKind::Exit}, Label::Exit);
    graph_.addOther(0, join(t), Label::Join);
  }
  graph_.addRead(0, load(), word_, graph_.last(word_));
  EXPECT_FALSE(isObserved());
}

// What is after it in another thread says nothing about when that began.
TEST_F(RolledBackInGraph, ALoadBeforeAnAttemptThatKnowsOfItIs) {
  graph_.addRead(0, load(), word_, kInitial);
  const auto add = graph_.addRead(0, blindAdd(1), word_, graph_.last(word_));
  graph_.addWrite(0, graph_[add].op, word_, 2, kBias, true);
  graph_.addRead(2, update(kReads, 1), word_, graph_.last(word_));
  EXPECT_TRUE(isObserved());
}

// Its thread has exited, but nobody knows.
TEST_F(RolledBackInGraph, ALoadBesideAThreadThatHasEndedIs) {
  for (const ThreadId t : {1U, 2U}) graph_.addOther(t, {.kind = OpKind::Exit}, Label::Exit);
  graph_.addOther(0, join(2), Label::Join);
  graph_.addRead(0, load(), word_, graph_.last(word_));
  EXPECT_TRUE(isObserved());
}

}  // namespace
}  // namespace heddle::explore
