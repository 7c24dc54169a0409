#include "core/execution.h"

#include <gtest/gtest.h>

#include "core/outcome.h"
#include "core/threads.h"

namespace heddle::core {
namespace {

const UpdateRule kWhenZero{"lock", [](const Op&, Value old) { return UpdateResult{old == 0, old == 0, 1}; }, true};

ThreadState ready(OpKind kind) { return {Op{.kind = kind}, ThreadStatus::Ready}; }

TEST(Enabled, GuardedOpsLookAtMemory) {
  std::uint32_t word = 0;
  Execution execution;
  for (const OpKind kind : {OpKind::Update, OpKind::Await}) {
    ThreadState state = ready(kind);
    state.pending.rule = &kWhenZero;
    state.pending.addr = reinterpret_cast<Address>(&word);
    state.pending.size = 4;
    execution.threads = {state};
    word = 0;
    EXPECT_TRUE(enabled(execution, 0));
    word = 0x10000;  // only the upper half differs
    EXPECT_FALSE(enabled(execution, 0));
  }
}

TEST(Enabled, AJoinWaitsForTheExit) {
  Execution execution;
  execution.threads = {ready(OpKind::Join), ready(OpKind::Write)};
  execution.threads[0].pending.other = 1;
  EXPECT_FALSE(enabled(execution, 0));
  execution.threads[1].status = ThreadStatus::Stopped;
  EXPECT_FALSE(enabled(execution, 0));
  execution.threads[1].status = ThreadStatus::Exited;
  EXPECT_TRUE(enabled(execution, 0));
}

TEST(Enabled, OnlyReadyThreadsAre) {
  Execution execution;
  execution.threads = {ready(OpKind::Write)};
  EXPECT_TRUE(enabled(execution, 0));
  for (const ThreadStatus status :
       {ThreadStatus::Absent, ThreadStatus::Stopped, ThreadStatus::Exited, ThreadStatus::Ended}) {
    execution.threads[0].status = status;
    EXPECT_FALSE(enabled(execution, 0));
  }
  execution.threads[0] = ready(OpKind::Assume);
  EXPECT_FALSE(enabled(execution, 0));
}

End endOf(const std::vector<ThreadStatus>& statuses, bool exiting) {
  Execution execution;
  for (const ThreadStatus status : statuses) execution.threads.push_back({Op{}, status});
  execution.exiting = exiting;
  return classifyStuck(execution);
}

TEST(ClassifyStuck, EveryWayToEnd) {
  using enum ThreadStatus;
  EXPECT_EQ(endOf({Exited, Exited}, true), End::Complete);
  EXPECT_EQ(endOf({Exited, Absent}, false), End::Complete);
  EXPECT_EQ(endOf({Ready, Exited}, false), End::Deadlock);
  // A process that exits takes its waiting threads with it.
  EXPECT_EQ(endOf({Exited, Ready}, true), End::Complete);
  // An assume is to blame, whoever else waits.
  EXPECT_EQ(endOf({Ready, Stopped}, false), End::Blocked);
  EXPECT_EQ(endOf({Exited, Stopped}, true), End::Blocked);
}

TEST(ThreadTable, ThePathIsTheIdentity) {
  ThreadTable table;
  const ThreadId second = table.child(0, 1);  // known before the first is asked for
  const ThreadId first = table.child(0, 0);
  const ThreadId nested = table.child(first, 1);
  EXPECT_NE(first, second);
  EXPECT_EQ(table.child(0, 1), second);
  EXPECT_EQ(table.nameOf(0), "main");
  EXPECT_EQ(table.nameOf(first), "T1");
  EXPECT_EQ(table.nameOf(second), "T2");
  EXPECT_EQ(table.nameOf(nested), "T1.2");
}

TEST(ThreadTable, NamesLeadBackToThreads) {
  ThreadTable table;
  const ThreadId nested = table.child(table.child(0, 2), 0);
  EXPECT_EQ(table.named("T3.1"), nested);
  EXPECT_EQ(table.named("main"), ThreadId{0});
  for (const char* const wrong : {"", "T", "T0", "T1.", "T1.x", "t1", "T-1", "T99999", "main2"})
    EXPECT_FALSE(table.named(wrong)) << wrong;
}

TEST(ThreadTable, SaysWhenItIsFull) {
  ThreadTable table;
  EXPECT_EQ(table.child(0, kMaxThreads - 2), kMaxThreads - 1);  // main is one of them
  EXPECT_EQ(table.child(0, kMaxThreads - 1), kMaxThreads);
  EXPECT_EQ(table.count(), kMaxThreads);
}

TEST(ContextSwitches, CountsChangesOfThread) {
  EXPECT_EQ(contextSwitches({}), 0u);
  EXPECT_EQ(contextSwitches({{0}, {0}, {1}, {1}, {0}}), 2u);
}

TEST(SameRequest, AnyFieldOfTheRequestCounts) {
  const Op op{.a = 1, .b = 2, .addr = 3, .site = 4, .kind = OpKind::Write, .size = 8};
  EXPECT_TRUE(sameRequest(op, op));
  Op other = op;
  other.a = Value{1} << 64;
  EXPECT_FALSE(sameRequest(op, other));
  other = op;
  other.site = 5;
  EXPECT_FALSE(sameRequest(op, other));
  other = op;
  other.kind = OpKind::Read;
  EXPECT_FALSE(sameRequest(op, other));
}

TEST(ViolationKinds, NamesLeadBackToKinds) {
  for (int i = 0; i <= static_cast<int>(ViolationKind::Nondeterminism); ++i) {
    const auto kind = static_cast<ViolationKind>(i);
    EXPECT_EQ(violationKindNamed(name(kind)), kind);
  }
  EXPECT_FALSE(violationKindNamed("fine"));
}

}  // namespace
}  // namespace heddle::core
