// Stack objects that escape, and landing pads.
#include "core/layout.h"
#include "transform/woven.h"

namespace heddle::transform {
namespace {

std::uint64_t constant(const llvm::Value* value) { return llvm::cast<llvm::ConstantInt>(value)->getZExtValue(); }

TEST(StackObjects, EscapeByCallByStoreByVariableIndex) {
  for (const char* use :
       {"call void @use(ptr %x)", "store ptr %x, ptr %p", "%q = getelementptr i8, ptr %x, i64 %i\n store i8 1, ptr %q",
        "%q = getelementptr i8, ptr %x, i64 12\n store i8 1, ptr %q",
        "%q = ptrtoint ptr %x to i64\n store i64 %q, ptr %p"}) {
    Woven woven(std::string("declare void @use(ptr)\ndefine void @main(ptr %p, i64 %i) {\n %x = alloca [3 x i32]\n") +
                use + "\n ret void\n}");
    const auto enters = woven.calls("__heddle_stack_enter");
    ASSERT_EQ(enters.size(), 1u) << use;
    EXPECT_EQ(constant(enters[0]->getArgOperand(1)), 12u);
    EXPECT_EQ(woven.calls("__heddle_stack_leave").size(), 1u);
  }
}

TEST(StackObjects, AccessesInsideDoNotEscape) {
  Woven woven(R"(
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.lifetime.start.p0(i64, ptr)
define i1 @main() {
  %x = alloca [3 x i32]
  call void @llvm.lifetime.start.p0(i64 12, ptr %x)
  call void @llvm.memset.p0.i64(ptr %x, i8 0, i64 12, i1 false)
  %q = getelementptr i8, ptr %x, i64 8
  store i32 1, ptr %q
  %c = icmp eq ptr %x, null
  ret i1 %c
})");
  EXPECT_EQ(woven.info.sites.size(), 2u);  // no place, and main's return
}

TEST(StackObjects, HaveRedZonesOnBothSides) {
  Woven woven(R"(
declare void @use(ptr)
define void @main() {
  %x = alloca [3 x i32], align 32
  call void @use(ptr %x)
  ret void
})");
  const auto* object = llvm::cast<llvm::GetElementPtrInst>(woven.calls("__heddle_stack_enter").at(0)->getArgOperand(0));
  const auto* zoned = llvm::cast<llvm::AllocaInst>(object->getPointerOperand());
  const std::uint64_t front = constant(object->getOperand(1));
  const std::uint64_t total = zoned->getAllocationSize(woven.module->getDataLayout())->getFixedValue();
  EXPECT_EQ(zoned->getAlign().value(), 32u);
  EXPECT_EQ(front % 32, 0u);
  EXPECT_GE(front, core::layout::kRedZone);
  EXPECT_GE(total, front + 16 + core::layout::kRedZone);
}

TEST(StackObjects, LeaveBeforeEveryReturnAndBeforeATailCall) {
  Woven woven(R"(
declare void @use(ptr)
declare void @next(i1)
define void @main(i1 %c) {
  %x = alloca i32
  call void @use(ptr %x)
  br i1 %c, label %one, label %two
one:
  ret void
two:
  musttail call void @next(i1 %c)
  ret void
})");
  EXPECT_EQ(woven.calls("__heddle_stack_leave").size(), 2u);
}

TEST(StackObjects, DynamicOnesLeaveWhenTheStackIsRestored) {
  Woven woven(R"(
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare void @use(ptr)
define void @main(i64 %n) {
  %saved = call ptr @llvm.stacksave.p0()
  %vla = alloca i32, i64 %n
  call void @use(ptr %vla)
  call void @llvm.stackrestore.p0(ptr %saved)
  ret void
})");
  EXPECT_EQ(woven.calls("__heddle_stack_enter").size(), 1u);
  EXPECT_EQ(woven.calls("__heddle_leave_dynamic").size(), 2u);
  EXPECT_EQ(woven.calls("__heddle_stack_leave", "__heddle_leave_dynamic").size(), 1u);
}

TEST(StackObjects, EscapingArgumentsByValueAreCopied) {
  Woven woven(R"(
declare void @use(ptr)
define void @main(ptr byval([4 x i64]) %escapes, ptr byval([4 x i64]) %stays) {
  call void @use(ptr %escapes)
  %a = load i64, ptr %stays
  ret void
})");
  const auto enters = woven.calls("__heddle_stack_enter");
  ASSERT_EQ(enters.size(), 1u);
  EXPECT_EQ(constant(enters[0]->getArgOperand(1)), 32u);
  EXPECT_EQ(woven.calls("use").at(0)->getArgOperand(0), enters[0]->getArgOperand(0));
  EXPECT_EQ(woven.plainLoads(), 0u);
}

TEST(LandingPads, TellTheRuntime) {
  Woven woven(R"(
declare void @mayThrow()
declare i32 @__gxx_personality_v0(...)
define void @main() personality ptr @__gxx_personality_v0 {
  invoke void @mayThrow() to label %fine unwind label %pad
fine:
  ret void
pad:
  %caught = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %caught
})");
  const auto landed = woven.calls("__heddle_landed");
  ASSERT_EQ(landed.size(), 1u);
  // Only the depth of the call stack is put back before.
  const llvm::Instruction* before = landed[0]->getPrevNode();
  if (llvm::isa<llvm::StoreInst>(before)) before = before->getPrevNode();
  EXPECT_TRUE(llvm::isa<llvm::LandingPadInst>(before));
}

}  // namespace
}  // namespace heddle::transform
