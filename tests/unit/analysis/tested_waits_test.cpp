#include "analysis/tested_waits.h"

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>

#include "analysis/parsed.h"

namespace heddle::analysis {
namespace {

// Whether the only wait of the body, which is %wait's, is untested.
bool isUntested(const std::string& body) {
  const Parsed parsed(R"(
@ready = global i32 0
@c = global i64 0
@m = global i64 0
declare i32 @pthread_cond_wait(ptr, ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare void @__assert_fail() noreturn
define void @main() {
)" + body + "\n}\n");
  for (const llvm::Instruction& instruction : llvm::instructions(*parsed.module->getFunction("main")))
    if (instruction.getName() == "wait") return isUntestedWait(llvm::cast<llvm::CallBase>(instruction));
  ADD_FAILURE();
  return false;
}

TEST(TestedWaits, InALoop) {
  EXPECT_FALSE(isUntested(R"(
  br label %test
test:
  %seen = load atomic i32, ptr @ready seq_cst, align 4
  %isReady = icmp ne i32 %seen, 0
  br i1 %isReady, label %end, label %sleep
sleep:
  %wait = call i32 @pthread_cond_wait(ptr @c, ptr @m)
  br label %test
end:
  ret void)"));
}

TEST(TestedWaits, AfterAnIf) {
  EXPECT_TRUE(isUntested(R"(
  %seen = load i32, ptr @ready
  %isReady = icmp ne i32 %seen, 0
  br i1 %isReady, label %end, label %sleep
sleep:
  %wait = call i32 @pthread_cond_wait(ptr @c, ptr @m)
  br label %end
end:
  ret void)"));
}

TEST(TestedWaits, InALoopThatUnlocksFirst) {
  EXPECT_TRUE(isUntested(R"(
  br label %sleep
sleep:
  %wait = call i32 @pthread_cond_wait(ptr @c, ptr @m)
  %done = call i32 @pthread_mutex_unlock(ptr @m)
  %seen = load i32, ptr @ready
  %isReady = icmp ne i32 %seen, 0
  br i1 %isReady, label %end, label %sleep
end:
  ret void)"));
}

TEST(TestedWaits, AnAssertionIsNoTest) {
  EXPECT_TRUE(isUntested(R"(
  br label %sleep
sleep:
  %wait = call i32 @pthread_cond_wait(ptr @c, ptr @m)
  %seen = load i32, ptr @ready
  %isReady = icmp ne i32 %seen, 0
  br i1 %isReady, label %sleep, label %wrong
wrong:
  call void @__assert_fail()
  unreachable)"));
}

TEST(TestedWaits, ATestAfterTheWaitOnly) {
  EXPECT_TRUE(isUntested(R"(
  br label %sleep
sleep:
  %wait = call i32 @pthread_cond_wait(ptr @c, ptr @m)
  %seen = load i32, ptr @ready
  %isReady = icmp ne i32 %seen, 0
  br i1 %isReady, label %end, label %sleep
end:
  ret void)"));
}

TEST(TestedWaits, AWayOutThatGoesByTheResult) {
  EXPECT_FALSE(isUntested(R"(
  br label %test
test:
  %seen = load i32, ptr @ready
  %isReady = icmp ne i32 %seen, 0
  br i1 %isReady, label %end, label %sleep
sleep:
  %wait = call i32 @pthread_cond_wait(ptr @c, ptr @m)
  %isOver = icmp eq i32 %wait, 110
  br i1 %isOver, label %end, label %test
end:
  ret void)"));
}

// Whether the first iteration knows something else than what the wait returns.
std::string loopUntilItReturns0(const std::string& before) {
  return R"(
  br label %test
test:
  %result = phi i32 [)" +
         before + R"(, %0], [%wait, %sleep]
  %isNone = icmp eq i32 %result, 0
  br i1 %isNone, label %end, label %sleep
sleep:
  %wait = call i32 @pthread_cond_wait(ptr @c, ptr @m)
  br label %test
end:
  ret void)";
}
TEST(TestedWaits, ALoopUntilTheWaitHasReturned) { EXPECT_TRUE(isUntested(loopUntilItReturns0("1"))); }
TEST(TestedWaits, ALoopThatBeginsWithTheResultOfAWait) { EXPECT_FALSE(isUntested(loopUntilItReturns0("0"))); }

TEST(TestedWaits, ThroughAPointer) {
  const auto call = [](const std::string& callee) {
    return "%f = load ptr, ptr @ready\n%wait = call i32 " + callee + "(ptr @c, ptr @m)\nret void";
  };
  EXPECT_TRUE(isUntested(call("%f")));
  EXPECT_TRUE(isUntested(call("(...) @pthread_cond_wait")));  // as it was declared in old C
  EXPECT_FALSE(isUntested(call("@pthread_mutex_unlock")));
}

TEST(TestedWaits, ACountedLoop) {
  EXPECT_TRUE(isUntested(R"(
  br label %test
test:
  %tries = phi i32 [0, %0], [%more, %sleep]
  %seen = load i32, ptr @ready
  %isReady = icmp ne i32 %seen, 0
  br i1 %isReady, label %end, label %sleep
sleep:
  %wait = call i32 @pthread_cond_wait(ptr @c, ptr @m)
  %more = add i32 %tries, 1
  br label %test
end:
  ret void)"));
}

TEST(TestedWaits, ATestOfSomethingElse) {
  EXPECT_TRUE(isUntested(R"(
  %known = load i32, ptr @ready
  br label %sleep
sleep:
  %wait = call i32 @pthread_cond_wait(ptr @c, ptr @m)
  %isReady = icmp ne i32 %known, 0
  br i1 %isReady, label %end, label %sleep
end:
  ret void)"));
}

TEST(TestedWaits, AnAssertionBeforeTheTest) {
  EXPECT_TRUE(isUntested(R"(
  br label %test
test:
  %seen = load i32, ptr @ready
  %isReady = icmp ne i32 %seen, 0
  br i1 %isReady, label %end, label %sleep
sleep:
  %wait = call i32 @pthread_cond_wait(ptr @c, ptr @m)
  %again = load i32, ptr @ready
  %isRight = icmp ne i32 %again, 0
  br i1 %isRight, label %test, label %wrong
wrong:
  call void @__assert_fail()
  unreachable
end:
  ret void)"));
}

}  // namespace
}  // namespace heddle::analysis
