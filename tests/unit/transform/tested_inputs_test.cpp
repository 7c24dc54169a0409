#include "transform/tested_inputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "transform/woven.h"

namespace heddle::transform {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

std::string nondetOf(const std::string& type) {
  if (type == "ptr") return "@__VERIFIER_nondet_pointer";
  return type == "i8"    ? "@__VERIFIER_nondet_uchar"
         : type == "i64" ? "@__VERIFIER_nondet_long"
                         : "@__VERIFIER_nondet_int";
}

// The values that @main's input of `type` may have from now on; -1000: any. Its body uses %v.
std::vector<std::int64_t> valuesOf(const std::string& body, const std::string& type = "i32",
                                   const std::string& attribute = "") {
  llvm::LLVMContext context;
  auto module = parse(context, R"(
@sink = global i64 0
declare void @__VERIFIER_assume(i32)
declare )" + type + " " + nondetOf(type) +
                                   R"(()
define void @main() )" + attribute +
                                   R"( {
entry:
  %v = call )" + type + " " + nondetOf(type) +
                                   "()\n" + body + "\n}\n");
  EXPECT_TRUE(module);
  llvm::Function& main = *module->getFunction("main");
  // What takes its place is used where it was: by the first user.
  llvm::Instruction* const user = llvm::cast<llvm::Instruction>(*main.getEntryBlock().front().user_begin());
  chooseTestedInputs(*module);
  EXPECT_TRUE(verifies(*module));
  llvm::Value* result = user->getOperand(0);
  std::vector<std::int64_t> values;
  for (auto* select = llvm::dyn_cast<llvm::SelectInst>(result); select;
       select = llvm::dyn_cast<llvm::SelectInst>(result)) {
    values.push_back(llvm::cast<llvm::ConstantInt>(select->getTrueValue())->getSExtValue());
    result = select->getFalseValue();
  }
  const auto* const last = llvm::dyn_cast<llvm::ConstantInt>(result);
  values.push_back(last ? last->getSExtValue() : -1000);
  return values;
}

TEST(TestedInputs, OneOfEachKind) {
  EXPECT_EQ(valuesOf(R"(
  %small = icmp slt i32 %v, 10
  br i1 %small, label %a, label %b
a:
  ret void
b:
  ret void)")
                .size(),
            2U);
}

TEST(TestedInputs, AllThatAUseMaySee) {
  EXPECT_THAT(valuesOf(R"(
  %isBig = icmp ugt i32 %v, 3
  br i1 %isBig, label %big, label %small
big:
  ret void
small:
  %wide = zext i32 %v to i64
  store i64 %wide, ptr @sink
  ret void)"),
              UnorderedElementsAre(0, 1, 2, 3, 4));
}

TEST(TestedInputs, ManyAreLeftToTheRuntime) {
  EXPECT_THAT(valuesOf(R"(
  %isBig = icmp ugt i32 %v, 99
  br i1 %isBig, label %big, label %small
big:
  ret void
small:
  %wide = zext i32 %v to i64
  store i64 %wide, ptr @sink
  ret void)"),
              ElementsAre(-1000));
}

TEST(TestedInputs, AUseBeforeTheTestSeesAll) {
  EXPECT_THAT(valuesOf(R"(
  %wide = zext i32 %v to i64
  store i64 %wide, ptr @sink
  %isSmall = icmp ult i32 %v, 3
  %holds = zext i1 %isSmall to i32
  call void @__VERIFIER_assume(i32 %holds)
  ret void)"),
              ElementsAre(-1000));
}

TEST(TestedInputs, NoneThatStopsAtOnce) {
  EXPECT_THAT(valuesOf(R"(
  %isSmall = icmp ult i32 %v, 3
  %holds = zext i1 %isSmall to i32
  call void @__VERIFIER_assume(i32 %holds)
  %wide = zext i32 %v to i64
  store i64 %wide, ptr @sink
  ret void)"),
              UnorderedElementsAre(0, 1, 2));
}

TEST(TestedInputs, TheOthersToo) {
  EXPECT_THAT(valuesOf(R"(
  %isSmall = icmp ult i32 %v, 3
  store i64 7, ptr @sink
  %holds = zext i1 %isSmall to i32
  call void @__VERIFIER_assume(i32 %holds)
  %wide = zext i32 %v to i64
  store i64 %wide, ptr @sink
  ret void)"),
              UnorderedElementsAre(0, 1, 2, 3));  // with 3 it stops, having stored
}

TEST(TestedInputs, BothHalvesOfAnAnd) {
  EXPECT_THAT(valuesOf(R"(
  %isFrom = icmp sle i32 2, %v
  br i1 %isFrom, label %more, label %both
more:
  %isTo = icmp slt i32 %v, 5
  br label %both
both:
  %and = phi i1 [ false, %entry ], [ %isTo, %more ]
  %holds = zext i1 %and to i32
  call void @__VERIFIER_assume(i32 %holds)
  %wide = zext i32 %v to i64
  store i64 %wide, ptr @sink
  ret void)"),
              UnorderedElementsAre(2, 3, 4));
}

TEST(TestedInputs, OfMoreBits) {
  EXPECT_THAT(valuesOf(R"(
  %wide = sext i8 %v to i32
  %isSmall = icmp slt i32 %wide, -126
  br i1 %isSmall, label %small, label %large
small:
  %all = zext i32 %wide to i64
  store i64 %all, ptr @sink
  ret void
large:
  ret void)",
                       "i8"),
              UnorderedElementsAre(-128, -127, 0));
}

// Whether the call in @main is still there.
bool isLeft(const std::string& name, const std::string& text) {
  llvm::LLVMContext context;
  auto module = parse(context, text);
  EXPECT_TRUE(module);
  chooseTestedInputs(*module);
  EXPECT_TRUE(verifies(*module));
  return !module->getFunction(name)->use_empty();
}

TEST(TestedInputs, WhatIsKnownOfTheOneBefore) {
  EXPECT_TRUE(isLeft("__VERIFIER_nondet_int", R"(
@sink = global i32 0
declare void @__VERIFIER_assume(i32)
declare i32 @__VERIFIER_nondet_int()
define void @main() {
entry:
  br label %loop
loop:
  %wasSmall = phi i1 [ true, %entry ], [ %isSmall, %loop ]
  %v = call i32 @__VERIFIER_nondet_int()
  %holds = zext i1 %wasSmall to i32
  call void @__VERIFIER_assume(i32 %holds)
  store i32 %v, ptr @sink
  %isSmall = icmp ult i32 %v, 3
  br label %loop
})"));
}

TEST(TestedInputs, OfTheTypeOfTheirNameOnly) {
  const auto main = [](const std::string& type, const std::string& name) {
    return "declare " + type + " @" + name + "()\ndefine i1 @main() {\n  %v = call " + type + " @" + name +
           "()\n  %is = icmp eq " + type + " %v, 7\n  ret i1 %is\n}";
  };
  EXPECT_FALSE(isLeft("__VERIFIER_nondet_int", main("i32", "__VERIFIER_nondet_int")));
  EXPECT_TRUE(isLeft("__VERIFIER_nondet_uchar", main("i32", "__VERIFIER_nondet_uchar")));
  EXPECT_TRUE(isLeft("__VERIFIER_nondet_bool", main("i32", "__VERIFIER_nondet_bool")));
  EXPECT_TRUE(isLeft("__VERIFIER_nondet_between", main("i32", "__VERIFIER_nondet_between")));
}

}  // namespace
}  // namespace heddle::transform
