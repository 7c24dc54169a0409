#include "transform/decided_assertions.h"

#include <gtest/gtest.h>

#include "transform/woven.h"

namespace heddle::transform {
namespace {

// Whether an assertion of the body of @thread may fail; %n is what it has read, %small whether that is below 300.
bool fails(const std::string& body, const std::string& others = "") {
  llvm::LLVMContext context;
  auto module = parse(context, R"(
@shared = global i32 0
declare void @__assert_fail() noreturn
declare void @__VERIFIER_assert(i32)
declare void @abort() noreturn
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @atexit(ptr)
declare i32 @raise(i32)
declare i32 @pthread_mutex_lock(ptr)
declare ptr @_Znwm(i64)
declare void @llvm.assume(i1)
declare void @nobody_knows()
declare void @__VERIFIER_atomic_begin()
)" + others + R"(
define ptr @thread(ptr %argument) {
  %n = load i32, ptr @shared
  %small = icmp ult i32 %n, 300
)" + body + R"(
  ret ptr null
wrong:
  call void @__assert_fail()
  unreachable
}
define i32 @main(ptr %handle) {
  call i32 @pthread_create(ptr %handle, ptr null, ptr @thread, ptr null)
  ret i32 0
}
)");
  EXPECT_TRUE(module);
  return mayFail(*module);
}

// Goes to %wrong if it does not hold, then to %right.
std::string require(const std::string& condition) {
  return "  br i1 " + condition + ", label %right, label %wrong\nright:\n";
}

TEST(DecidedAssertions, WhatTheVariablesOfAThreadExclude) {
  EXPECT_FALSE(fails(R"(
  %most = select i1 %small, i32 %n, i32 299
  %isRight = icmp ult i32 %most, 300
)" + require("%isRight")));
  EXPECT_TRUE(fails(require("%small"))) << "others write what is read";
  EXPECT_FALSE(fails("  call i32 @pthread_mutex_lock(ptr @shared)\n  br label %right\nright:\n"));
  EXPECT_FALSE(fails("  call void @__VERIFIER_atomic_begin()\n  br label %right\nright:\n"));
}

TEST(DecidedAssertions, WhatFailsOtherwise) {
  const std::string end = "  br label %right\nright:\n";
  EXPECT_TRUE(fails("  %v = zext i1 %small to i32\n  call void @__VERIFIER_assert(i32 %v)\n" + end));
  EXPECT_TRUE(fails("  call i32 @atexit(ptr @abort)\n" + end)) << "it is called by others";
  EXPECT_TRUE(fails("  %f = load ptr, ptr @table\n  call void %f()\n" + end, "@table = global ptr @abort"));
  EXPECT_TRUE(fails("  call void @nobody_knows()\n" + end));
  EXPECT_TRUE(fails("  call i32 @raise(i32 6)\n" + end)) << "refused";
  EXPECT_TRUE(fails("  call ptr @_Znwm(i64 -1)\n" + end)) << "it throws";
}

TEST(DecidedAssertions, UndefinedBehaviourExcludesNothing) {
  EXPECT_TRUE(fails(R"(
  %more = add nsw i32 %n, 1
  %isRight = icmp sgt i32 %more, %n
)" + require("%isRight")));
  EXPECT_TRUE(fails(R"(
  %bit = shl i32 1, %n
  %isEight = icmp eq i32 %bit, 8
  %isThree = icmp eq i32 %n, 3
  %isOther = xor i1 %isEight, true
  %isRight = or i1 %isThree, %isOther
)" + require("%isRight")));
  EXPECT_TRUE(fails("  call void @llvm.assume(i1 %small)\n" + require("%small")));
  EXPECT_TRUE(fails("  br i1 %small, label %right, label %never\nnever:\n  unreachable\nright:\n"));
}

}  // namespace
}  // namespace heddle::transform
