// Which loops look at what an iteration did when it is over.
#include "core/hooks.h"
#include "transform/woven.h"

namespace heddle::transform {
namespace {

namespace hooks = core::hooks;

// A loop in main with this before its back edge, which waits for @go.
std::string loopWith(const std::string& iteration, const std::string& phis = "", const std::string& before = "") {
  return R"(
@go = global i32 0
@x = global i32 0
@plain = global i32 0
define i32 @main() {
entry:
)" + before +
         R"(
  br label %loop
loop:
)" + phis +
         iteration + R"(
  %v = load atomic i32, ptr @go seq_cst, align 4
  %again = icmp eq i32 %v, 0
  br i1 %again, label %loop, label %out
out:
  ret i32 0
})";
}

constexpr char kRolledBack[] =
    "%a = atomicrmw add ptr @x, i32 1 seq_cst\n"
    "%b = atomicrmw sub ptr @x, i32 1 seq_cst\n";

llvm::Value* changedAt(Woven& woven) {
  const auto ends = woven.calls(hooks::kIterationEnd);
  return ends.size() == 1 ? ends[0]->getArgOperand(0) : nullptr;
}

TEST(IterationChecks, WhatIsAnEventIsLookedAt) {
  Woven woven(loopWith(kRolledBack));
  EXPECT_EQ(woven.calls(hooks::kIterationBegin).size(), 1u);
  ASSERT_NE(changedAt(woven), nullptr);
  EXPECT_FALSE(llvm::isa<llvm::Constant>(changedAt(woven))) << "whether it iterates at all is part of it";
}

TEST(IterationChecks, LoopsWhosePurityIsKnownAreNotLookedAt) {
  Woven woven(loopWith(""));
  EXPECT_TRUE(woven.calls(hooks::kIterationBegin).empty());
  EXPECT_EQ(woven.calls(hooks::kAwait).size(), 1u);
}

TEST(IterationChecks, WhatLeavesNoEventIsNeverWithoutEffect) {
  EXPECT_EQ(changedAt(*std::make_unique<Woven>(loopWith(std::string(kRolledBack) + "store i32 1, ptr @plain\n"))),
            nullptr);
  Woven calls("declare i32 @rand()\n" + loopWith(std::string(kRolledBack) + "%r = call i32 @rand()\n"));
  EXPECT_EQ(changedAt(calls), nullptr);
}

TEST(IterationChecks, CountersNeverComeBack) {
  const std::string counter = "%i = phi i32 [0, %entry], [%next, %loop]\n";
  Woven woven(loopWith(std::string(kRolledBack) + "%next = add i32 %i, 1\n%c = atomicrmw or ptr @x, i32 %i seq_cst\n",
                       counter));
  EXPECT_EQ(changedAt(woven), nullptr);
  Woven nobodyLooks(loopWith(std::string(kRolledBack) + "%next = add i32 %i, 1\n", counter));
  EXPECT_NE(changedAt(nobodyLooks), nullptr);
}

TEST(IterationChecks, VariablesAreCompared) {
  Woven woven(loopWith(kRolledBack, "%i = phi i32 [0, %entry], [%a, %loop]\n"));
  EXPECT_NE(changedAt(woven), nullptr);
}

// On one of two ways through the iteration: a flag says which it was.
TEST(IterationChecks, AWayWithoutEventsIsRemembered) {
  Woven woven(R"(
@go = global i32 0
@plain = global i32 0
define i32 @main() {
entry:
  br label %loop
loop:
  %a = atomicrmw add ptr @go, i32 0 seq_cst
  %first = icmp eq i32 %a, 1
  br i1 %first, label %write, label %look
write:
  store i32 1, ptr @plain
  br label %look
look:
  %v = load atomic i32, ptr @go seq_cst, align 4
  %again = icmp eq i32 %v, 0
  br i1 %again, label %loop, label %out
out:
  ret i32 0
})");
  ASSERT_NE(changedAt(woven), nullptr);
  bool flagged = false;
  for (llvm::Instruction& instruction : llvm::instructions(*woven.module->getFunction("main")))
    flagged |= llvm::isa<llvm::PHINode>(instruction) && instruction.getName().starts_with("unseen");
  EXPECT_TRUE(flagged);
}

// Comparing it must not make it memory that others could reach.
TEST(IterationChecks, PrivateMemoryStaysPrivate) {
  const std::string before = "%s = alloca [3 x i32]\nstore [3 x i32] zeroinitializer, ptr %s\n";
  const std::string writes = std::string(kRolledBack) +
                             "%old = load i32, ptr %s\nstore i32 %a, ptr %s\n"
                             "%use = add i32 %old, 0\n";
  Woven woven(loopWith(writes, "", before));
  ASSERT_NE(changedAt(woven), nullptr);
  EXPECT_TRUE(woven.calls(hooks::kStackEnter).empty());
}

TEST(IterationChecks, FunctionsThatLeaveOnlyEventsAreLookedThrough) {
  const std::string callee = R"(
define i1 @take(i32 %n) {
  %again = icmp sgt i32 %n, 0
  br i1 %again, label %deeper, label %take
deeper:
  %less = sub i32 %n, 1
  %r = call i1 @take(i32 %less)
  ret i1 %r
take:
  %pair = cmpxchg ptr @x, i32 0, i32 1 seq_cst seq_cst
  %ok = extractvalue { i32, i1 } %pair, 1
  ret i1 %ok
})";
  Woven woven(loopWith("%t = call i1 @take(i32 1)\n") + callee);
  EXPECT_NE(changedAt(woven), nullptr);
}

}  // namespace
}  // namespace heddle::transform
