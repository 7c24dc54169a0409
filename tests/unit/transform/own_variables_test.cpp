#include "transform/own_variables.h"

#include <gtest/gtest.h>

#include "transform/woven.h"

namespace heddle::transform {
namespace {

struct Program {
  std::string main = "", thread = "", other = "";
};

// Whether @variable, which is `kind`, is still in memory.
bool isLeft(const std::string& kind, const Program& program) {
  llvm::LLVMContext context;
  auto module = parse(context, "@variable = " + kind + R"( i32 5
declare ptr @llvm.threadlocal.address.p0(ptr)
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @setjmp(ptr) returns_twice
declare void @takes(ptr)
define ptr @thread(ptr %argument) {
)" + program.thread + R"(
  ret ptr null
}
define void @other() {
)" + program.other + R"(
  ret void
}
define i32 @main(ptr %handle) {
  call i32 @pthread_create(ptr %handle, ptr null, ptr @thread, ptr null)
)" + program.main + R"(
  ret i32 0
}
)");
  EXPECT_TRUE(module);
  takeOwnVariables(*module);
  EXPECT_TRUE(verifies(*module));
  return !module->getNamedGlobal("variable")->use_empty();
}

const std::string kGlobal = "internal global", kOfThread = "internal thread_local global";
const std::string kAdd = "  %a = load i32, ptr @variable\n  %b = add i32 %a, 1\n  store i32 %b, ptr @variable\n";
const std::string kAddOwn =
    "  %p = call ptr @llvm.threadlocal.address.p0(ptr @variable)\n"
    "  %a = load i32, ptr %p\n  %b = add i32 %a, 1\n  store i32 %b, ptr %p\n";

TEST(OwnVariables, OfMain) {
  EXPECT_FALSE(isLeft(kGlobal, {.main = kAdd}));
  EXPECT_TRUE(isLeft(kGlobal, {.main = kAdd, .thread = kAdd}));
  EXPECT_TRUE(isLeft(kGlobal, {.main = kAdd, .other = kAdd}));
  EXPECT_TRUE(isLeft("global", {.main = kAdd})) << "others than this module may know it";
}

TEST(OwnVariables, OfAThread) {
  EXPECT_FALSE(isLeft(kOfThread, {.thread = kAddOwn}));
  EXPECT_TRUE(isLeft(kGlobal, {.thread = kAdd})) << "all threads have the same one";
  EXPECT_TRUE(isLeft(kOfThread, {.main = kAddOwn, .thread = kAddOwn}));
  EXPECT_TRUE(isLeft(kOfThread, {.other = kAddOwn})) << "it may run several times in a thread";
  EXPECT_TRUE(isLeft(kOfThread, {.main = "  call ptr @thread(ptr null)", .thread = kAddOwn}));
}

TEST(OwnVariables, ThatAreFoundOtherwise) {
  EXPECT_TRUE(isLeft(kGlobal, {.main = "  call void @takes(ptr @variable)\n" + kAdd}));
  EXPECT_TRUE(isLeft(kOfThread, {.thread = kAddOwn + "  call void @takes(ptr %p)\n"}));
  EXPECT_TRUE(isLeft(kGlobal, {.main = "  %a = load i16, ptr @variable\n"}));
  EXPECT_TRUE(isLeft(kGlobal, {.main = "  store volatile i32 1, ptr @variable\n"}));
}

TEST(OwnVariables, WhereAFunctionReturnsTwice) {
  EXPECT_TRUE(isLeft(kGlobal, {.main = "  call i32 @setjmp(ptr %handle) returns_twice\n" + kAdd}));
}

}  // namespace
}  // namespace heddle::transform
