// Where variables live: the globals block, thread_local blocks, constructors.
#include "core/hooks.h"
#include "core/layout.h"
#include "transform/woven.h"

namespace heddle::transform {
namespace {

namespace region = core::layout;

TEST(Globals, GetFixedAddressesWithRedZones) {
  Woven woven(R"(
@a = global i8 7
@b = common global [3 x i32] zeroinitializer, align 64
@c = internal global ptr @a
@constant = constant i32 5
@elsewhere = external global i32
define ptr @main() {
  store i8 1, ptr @a
  %e = load i32, ptr @elsewhere
  ret ptr @c
})");
  ASSERT_EQ(woven.info.globals.size(), 3u);
  std::uint64_t end = region::kGlobals;
  for (const core::Global& global : woven.info.globals) {
    EXPECT_EQ(global.address % 8, 0u);
    EXPECT_GE(global.address, end + region::kRedZone);
    end = global.address + global.size;
  }
  EXPECT_EQ(woven.info.globals[1].address % 64, 0u);
  EXPECT_GE(region::kGlobals + woven.info.globalsSize, end + region::kRedZone);
  EXPECT_NE(woven.module->getNamedGlobal("constant"), nullptr);
  EXPECT_NE(woven.module->getNamedGlobal("elsewhere"), nullptr);
  EXPECT_EQ(woven.module->getNamedGlobal("a"), nullptr);
}

TEST(Globals, TheImageHasTheInitialBytesAtTheirOffsets) {
  Woven woven(R"(
@a = global i8 7
@p = global ptr @a
define void @main() { ret void }
)");
  const llvm::GlobalVariable* image = woven.module->getNamedGlobal(core::hooks::kGlobalsImage);
  ASSERT_NE(image, nullptr);
  EXPECT_TRUE(image->isConstant());
  const auto& layout = woven.module->getDataLayout();
  EXPECT_EQ(layout.getTypeAllocSize(image->getValueType()).getFixedValue(), woven.info.globalsSize);
  const auto* bytes = llvm::cast<llvm::ConstantStruct>(image->getInitializer());
  const auto* offsets = layout.getStructLayout(bytes->getType());
  const auto at = [&](std::uint64_t address) {
    return bytes->getOperand(offsets->getElementContainingOffset(address - region::kGlobals));
  };
  EXPECT_TRUE(llvm::cast<llvm::ConstantInt>(at(woven.info.globals[0].address))->equalsInt(7));
  const auto* pointer = llvm::cast<llvm::ConstantExpr>(at(woven.info.globals[1].address));
  EXPECT_EQ(pointer->getOpcode(), llvm::Instruction::IntToPtr);
  EXPECT_EQ(llvm::cast<llvm::ConstantInt>(pointer->getOperand(0))->getZExtValue(), woven.info.globals[0].address);
}

TEST(Globals, AliasesAndLinkerListsDoNotBlock) {
  Woven woven(R"(
@x = global i32 0
@y = alias i32, ptr @x
@llvm.used = appending global [1 x ptr] [ptr @x], section "llvm.metadata"
define i32 @main() {
  %a = load i32, ptr @y
  ret i32 %a
})");
  EXPECT_EQ(woven.info.globals.size(), 1u);
  EXPECT_EQ(woven.plainLoads(), 1u);
}

TEST(ThreadLocals, MoveIntoTheThreadsBlock) {
  Woven woven(R"(
@t = thread_local global i32 9
@u = thread_local global [5 x i64] zeroinitializer, align 32
@v = external thread_local global ptr
declare ptr @llvm.threadlocal.address.p0(ptr)
define i32 @main(i1 %c) {
entry:
  %p = call ptr @llvm.threadlocal.address.p0(ptr @t)
  %a = load i32, ptr %p
  br i1 %c, label %then, label %end
then:
  store i64 3, ptr getelementptr ([5 x i64], ptr @u, i64 0, i64 2)
  store ptr null, ptr @v
  br label %end
end:
  %q = phi ptr [ @u, %entry ], [ @t, %then ]
  %b = load i32, ptr %q
  ret i32 %b
})");
  EXPECT_EQ(woven.module->getNamedGlobal("t"), nullptr);
  EXPECT_EQ(woven.module->getNamedGlobal("u"), nullptr);
  EXPECT_EQ(woven.module->getNamedGlobal("v"), nullptr);
  EXPECT_EQ(woven.info.tlsSize, 32u + 40 + 8);
  EXPECT_EQ(woven.info.tlsAlign, 32u);
  const llvm::GlobalVariable* image = woven.module->getNamedGlobal(core::hooks::kTlsImage);
  ASSERT_NE(image, nullptr);
  EXPECT_TRUE(llvm::cast<llvm::ConstantInt>(image->getInitializer()->getAggregateElement(0u))->equalsInt(9));
  EXPECT_NE(woven.module->getNamedGlobal(core::hooks::kTls), nullptr);
}

TEST(Constructors, RunByPriorityAndDestructorsAreRegisteredFirst) {
  Woven woven(R"(
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @late, ptr null }, { i32, ptr, ptr } { i32 101, ptr @early, ptr null }]
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @fini, ptr null }]
@__dso_handle = external hidden global i8
define internal void @late() { ret void }
define internal void @early() { ret void }
define internal void @fini() { ret void }
define ptr @main() { ret ptr @__dso_handle }
)");
  EXPECT_TRUE(woven.info.hasConstructors);
  EXPECT_EQ(woven.module->getNamedGlobal("llvm.global_ctors"), nullptr);
  EXPECT_TRUE(woven.module->getNamedGlobal("__dso_handle")->hasInitializer());
  std::vector<std::string> order;
  for (const llvm::Instruction& instruction :
       llvm::instructions(*woven.module->getFunction(core::hooks::kConstructors))) {
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
      order.push_back(call->getCalledFunction()->getName().str());
  }
  EXPECT_EQ(order, (std::vector<std::string>{"__cxa_atexit", "early", "late"}));
}

TEST(Constructors, NoneMakesNoFunction) {
  Woven woven("define void @main() { ret void }");
  EXPECT_FALSE(woven.info.hasConstructors);
  EXPECT_EQ(woven.module->getFunction(core::hooks::kConstructors), nullptr);
}

}  // namespace
}  // namespace heddle::transform
