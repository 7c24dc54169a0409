// prepare() and optimise(): what they may and may not do.
#include "core/hooks.h"
#include "transform/woven.h"

namespace heddle::transform {
namespace {

std::size_t accessesTo(const llvm::Module& module, const char* global) {
  std::size_t count = 0;
  for (const llvm::User* user : module.getNamedGlobal(global)->users()) {
    count += llvm::isa<llvm::LoadInst, llvm::StoreInst>(user);
  }
  return count;
}

TEST(Prepare, KeepsRedundantAccessesToSharedMemory) {
  llvm::LLVMContext context;
  auto module = parse(context, R"(
@x = global i32 0
define i32 @main() {
  store i32 1, ptr @x
  store i32 2, ptr @x
  %a = load i32, ptr @x
  %b = load i32, ptr @x
  %unused = load i32, ptr @x
  %sum = add i32 %a, %b
  ret i32 %sum
})");
  prepare(*module);
  EXPECT_TRUE(verifies(*module));
  EXPECT_EQ(accessesTo(*module, "x"), 5u);
}

TEST(Prepare, KeepsAccessesThroughNull) {
  llvm::LLVMContext context;
  auto module = parse(context, R"(
define i32 @main() {
  store i32 1, ptr null
  %a = load i32, ptr null
  ret i32 %a
})");
  prepare(*module);
  EXPECT_EQ(module->getFunction("main")->getInstructionCount(), 3u);
}

// Where x is 0 or 1, an optimiser takes 2 / x for 2 and 0 / x for 0.
TEST(Prepare, KeepsDivisionsThatMayFail) {
  llvm::LLVMContext context;
  auto module = parse(context, R"(
@x = global i32 0
define i32 @main() {
  %x = load i32, ptr @x
  %bit = and i32 %x, 1
  %two = sdiv i32 2, %bit
  %none = urem i32 0, %bit
  %never = sdiv i32 %two, 0
  %half = sdiv i32 4, 2
  ret i32 %half
})");
  prepare(*module);
  EXPECT_TRUE(verifies(*module));
  std::size_t divisions = 0;
  for (const llvm::Instruction& instruction : llvm::instructions(*module->getFunction("main")))
    divisions += instruction.isIntDivRem();
  EXPECT_EQ(divisions, 3u);
}

// As clang loads and compares an atomic pointer.
TEST(Prepare, VariablesThatArePointersAndIntegersBecomeValues) {
  llvm::LLVMContext context;
  auto module = parse(context, R"(
@x = global ptr null
define i32 @main() {
  %slot = alloca ptr
  %number = load atomic i64, ptr @x seq_cst, align 8
  store i64 %number, ptr %slot
  %pointer = load ptr, ptr %slot
  %isNull = icmp eq ptr %pointer, null
  %result = zext i1 %isNull to i32
  ret i32 %result
})");
  prepare(*module);
  EXPECT_TRUE(verifies(*module));
  for (const llvm::Instruction& instruction : llvm::instructions(*module->getFunction("main"))) {
    EXPECT_FALSE(llvm::isa<llvm::AllocaInst>(instruction));
  }
}

TEST(Prepare, VariablesWhosePartsAreUsedStayInMemory) {
  llvm::LLVMContext context;
  auto module = parse(context, R"(
define i32 @main(i64 %number) {
  %slot = alloca double
  store i64 %number, ptr %slot
  %whole = load double, ptr %slot
  %half = load i32, ptr %slot
  %rounded = fptosi double %whole to i32
  %result = add i32 %rounded, %half
  ret i32 %result
})");
  prepare(*module);
  EXPECT_TRUE(verifies(*module));
  EXPECT_TRUE(llvm::isa<llvm::AllocaInst>(module->getFunction("main")->getEntryBlock().front()));
}

TEST(Prepare, DropsUnusedFunctionsAndFoldsMemoryOrders) {
  llvm::LLVMContext context;
  auto module = parse(context, R"(
@x = global i32 0
define linkonce_odr i32 @load(ptr %p, i32 %order) noinline {
  %slot = alloca i32
  store i32 %order, ptr %slot
  %o = load i32, ptr %slot
  switch i32 %o, label %relaxed [ i32 2, label %acquire
                                  i32 5, label %strong ]
relaxed:
  %r = load atomic i32, ptr %p monotonic, align 4
  ret i32 %r
acquire:
  %a = load atomic i32, ptr %p acquire, align 4
  ret i32 %a
strong:
  %s = load atomic i32, ptr %p seq_cst, align 4
  ret i32 %s
}
define void @unused() { ret void }
define i32 @main() noinline {
  %v = call i32 @load(ptr @x, i32 2)
  ret i32 %v
})");
  prepare(*module);
  EXPECT_TRUE(verifies(*module));
  EXPECT_EQ(module->getFunction("unused"), nullptr);
  EXPECT_EQ(module->getFunction("load"), nullptr);
  ASSERT_EQ(accessesTo(*module, "x"), 1u);
  EXPECT_EQ(llvm::cast<llvm::LoadInst>(*module->getNamedGlobal("x")->user_begin())->getOrdering(),
            llvm::AtomicOrdering::Acquire);
}

TEST(Prepare, FunctionsWhoseLocalsCanDangleKeepTheirFrame) {
  llvm::LLVMContext context;
  auto module = parse(context, R"(
define ptr @dangling() {
  %x = alloca i32
  ret ptr %x
}
define i32 @main() {
  %p = call ptr @dangling()
  %a = load i32, ptr %p
  ret i32 %a
})");
  prepare(*module);
  EXPECT_NE(module->getFunction("dangling"), nullptr);
}

TEST(Instrument, DropsPromisesThatNoLongerHold) {
  Woven woven(R"(
@x = global i32 0
declare i32 @strlen(ptr nocapture) memory(read) willreturn
define i32 @get(ptr dereferenceable(4) nonnull %p) memory(read) willreturn {
  %a = load i32, ptr %p, !range !0
  ret i32 %a
}
define i32 @main() {
  %a = call i32 @get(ptr @x) memory(read)
  ret i32 %a
}
!0 = !{i32 0, i32 2})");
  for (const char* name : {"get", "strlen"}) {
    const llvm::Function* function = woven.module->getFunction(name);
    EXPECT_FALSE(function->onlyReadsMemory()) << name;
    EXPECT_FALSE(function->hasFnAttribute(llvm::Attribute::WillReturn)) << name;
  }
  EXPECT_EQ(woven.module->getFunction("get")->getParamDereferenceableBytes(0), 0u);
  EXPECT_FALSE(woven.calls("get").at(0)->onlyReadsMemory());
}

TEST(Optimise, KeepsHooksAndRenamesLargeMemoryCalls) {
  Woven woven(R"(
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare ptr @malloc(i64)
declare void @free(ptr)
define void @main(ptr %p, ptr %q, i64 %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4000, i1 false)
  %unused = load i32, ptr %p
  %m = call ptr @malloc(i64 8)
  call void @free(ptr %m)
  ret void
})");
  optimise(*woven.module, nullptr);
  EXPECT_TRUE(verifies(*woven.module));
  EXPECT_EQ(woven.calls(core::hooks::kNativeMemcpy).size(), 1u);
  EXPECT_EQ(woven.calls(core::hooks::kNativeMemmove).size(), 1u);
  EXPECT_EQ(woven.calls(core::hooks::kNativeMemset).size(), 1u);
  EXPECT_EQ(woven.plainLoads(), 1u);
  EXPECT_EQ(woven.calls("malloc").size(), 1u);
  EXPECT_EQ(woven.calls("free").size(), 1u);
}

}  // namespace
}  // namespace heddle::transform
