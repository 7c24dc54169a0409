// Which accesses the runtime sees, and what their sites say.
#include "core/update.h"
#include "transform/woven.h"

namespace heddle::transform {
namespace {

TEST(PlainAccesses, GlobalsAndArgumentsAreSeenPrivateStackIsNot) {
  Woven woven(R"(
@x = global i32 1
define i32 @main(ptr %p) {
  %local = alloca i32
  store i32 3, ptr %local
  %a = load i32, ptr %local
  %b = load i32, ptr @x
  store i32 %a, ptr %p
  ret i32 %b
})");
  EXPECT_EQ(woven.plainLoads(), 1u);
  EXPECT_EQ(woven.plainStores(), 1u);
  EXPECT_TRUE(woven.calls("__heddle_stack_enter").empty());
}

TEST(PlainAccesses, InLoopsTheCheckIsInlineAndElsewhereCalled) {
  Woven woven(R"(
define void @main(ptr %p) {
entry:
  store i32 0, ptr %p
  br label %loop
loop:
  store i32 1, ptr %p
  br label %loop
})");
  EXPECT_EQ(woven.calls("__heddle_checked_store4").size(), 1u);
  EXPECT_EQ(woven.calls("__heddle_plain_store").size(), 1u);
  EXPECT_EQ(woven.calls("__heddle_plain_store", "__heddle_checked_store4").size(), 1u);
}

TEST(PlainAccesses, SitesHaveKindAndSize) {
  Woven woven(R"(
define void @main(ptr %p, double %d, ptr %v) {
  store double %d, ptr %p
  store ptr %v, ptr %p
  %s = load i16, ptr %p
  ret void
})");
  const auto stores = woven.calls("__heddle_checked_store8");
  ASSERT_EQ(stores.size(), 2u);
  EXPECT_EQ(woven.site(stores[0], 1).kind, core::OpKind::Write);
  EXPECT_EQ(woven.site(stores[0], 1).size, 8);
  EXPECT_EQ(woven.site(stores[0], 1).order, core::Order::Plain);
  const auto loads = woven.calls("__heddle_checked_load2");
  ASSERT_EQ(loads.size(), 1u);
  EXPECT_EQ(woven.site(loads[0], 1).kind, core::OpKind::Read);
  EXPECT_EQ(woven.site(loads[0], 1).size, 2);
}

TEST(PlainAccesses, WideValuesAndMemoryIntrinsicsAreRanges) {
  Woven woven(R"(
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @main(ptr %p, ptr %q, i64 %n) {
  %wide = load i128, ptr %p
  store i128 %wide, ptr %q
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 40, i1 false)
  ret void
})");
  EXPECT_EQ(woven.calls("__heddle_plain_read_range").size(), 2u);
  EXPECT_EQ(woven.calls("__heddle_plain_write_range").size(), 3u);
  EXPECT_EQ(woven.plainLoads() + woven.plainStores(), 0u);
}

TEST(PlainAccesses, ConstantsInBoundsNeedNoCheckAndTablesOnlyABoundsCheck) {
  Woven woven(R"(
@table = constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
define i32 @main(i64 %i) {
  %a = load i32, ptr getelementptr ([4 x i32], ptr @table, i64 0, i64 3)
  %p = getelementptr [4 x i32], ptr @table, i64 0, i64 %i
  %b = load i32, ptr %p
  %c = load i32, ptr getelementptr ([4 x i32], ptr @table, i64 0, i64 4)
  ret i32 %b
})");
  EXPECT_EQ(woven.plainLoads(), 0u);
  EXPECT_EQ(woven.calls("__heddle_outside_constant").size(), 2u);  // %b if out of bounds, and %c
  EXPECT_EQ(woven.module->getNamedGlobal("__heddle_watch"), nullptr);
}

TEST(PlainAccesses, ZeroingByTheCompilerIsNotSeen) {
  Woven woven(R"(
declare void @use(ptr)
define void @main() {
  %x = alloca i32
  store i32 0, ptr %x, !annotation !0
  call void @use(ptr %x)
  ret void
}
!0 = !{!"auto-init"})");
  EXPECT_EQ(woven.plainStores(), 0u);
}

TEST(PlainAccesses, ArgumentsOfVariadicFunctionsAreNotSeen) {
  Woven woven(R"(
%struct.__va_list = type { ptr, ptr, ptr, i32, i32 }
define i32 @main(ptr %list) {
  %place = getelementptr %struct.__va_list, ptr %list, i32 0, i32 0
  %stack = load ptr, ptr %place
  %value = load i32, ptr %stack
  ret i32 %value
})");
  EXPECT_EQ(woven.plainLoads(), 1u);  // of the list itself
}

TEST(Atomics, AllBecomeHooksWithOrderSizeAndRule) {
  Woven woven(R"(
@x = global i32 0
define i32 @main() {
  %a = load atomic i32, ptr @x acquire, align 4
  store atomic i32 1, ptr @x release, align 4
  %b = atomicrmw add ptr @x, i32 2 monotonic
  %c = cmpxchg ptr @x, i32 1, i32 2 acq_rel monotonic
  %d = atomicrmw umax ptr @x, i32 2 acq_rel
  fence seq_cst
  fence syncscope("singlethread") seq_cst
  %old = extractvalue { i32, i1 } %c, 0
  ret i32 %old
})");
  const auto loads = woven.calls("__heddle_load"), stores = woven.calls("__heddle_store");
  const auto updates = woven.calls("__heddle_rmw"), swaps = woven.calls("__heddle_cas");
  const auto fences = woven.calls("__heddle_fence");
  ASSERT_EQ(loads.size(), 1u);
  ASSERT_EQ(stores.size(), 1u);
  ASSERT_EQ(updates.size(), 2u);
  ASSERT_EQ(swaps.size(), 1u);
  ASSERT_EQ(fences.size(), 1u);
  EXPECT_EQ(woven.site(loads[0], 1).order, core::Order::Acquire);
  EXPECT_EQ(woven.site(loads[0], 1).kind, core::OpKind::Read);
  EXPECT_EQ(woven.site(stores[0], 1).order, core::Order::Release);
  EXPECT_EQ(woven.site(stores[0], 1).size, 4);
  EXPECT_EQ(woven.site(updates[0], 1).rule, core::rules::withoutResult(&core::rules::kAdd));  // nobody uses it
  EXPECT_EQ(woven.site(updates[0], 1).order, core::Order::Relaxed);
  EXPECT_EQ(woven.site(updates[1], 1).rule, &core::rules::kUMax);
  EXPECT_EQ(woven.site(updates[1], 1).failOrder, core::Order::Acquire);
  EXPECT_EQ(woven.site(swaps[0], 1).rule, &core::rules::kCompareExchange);
  EXPECT_EQ(woven.site(swaps[0], 1).order, core::Order::AcqRel);
  EXPECT_EQ(woven.site(swaps[0], 1).failOrder, core::Order::Relaxed);
  EXPECT_EQ(woven.site(fences[0], 0).order, core::Order::SeqCst);
}

TEST(Atomics, SixteenBytesTravelThroughMemory) {
  Woven woven(R"(
define i1 @main(ptr %p, i128 %v) {
  %a = load atomic i128, ptr %p seq_cst, align 16
  store atomic i128 %v, ptr %p seq_cst, align 16
  %b = atomicrmw xchg ptr %p, i128 %a seq_cst
  %c = cmpxchg ptr %p, i128 %b, i128 %v seq_cst seq_cst
  %won = extractvalue { i128, i1 } %c, 1
  ret i1 %won
})");
  for (const char* hook : {"__heddle_load16", "__heddle_store16", "__heddle_rmw16", "__heddle_cas16"}) {
    const auto calls = woven.calls(hook);
    ASSERT_EQ(calls.size(), 1u) << hook;
    EXPECT_EQ(woven.site(calls[0], 1).size, 16) << hook;
  }
}

TEST(Atomics, OnPrivateMemoryBecomePlain) {
  Woven woven(R"(
define i32 @main() {
  %x = alloca i32
  store atomic i32 1, ptr %x seq_cst, align 4
  %a = atomicrmw add ptr %x, i32 2 seq_cst
  %c = cmpxchg ptr %x, i32 1, i32 2 acq_rel monotonic
  %b = load atomic i32, ptr %x seq_cst, align 4
  ret i32 %b
})");
  EXPECT_EQ(woven.info.sites.size(), 2u);  // no place, and main's return
  for (const llvm::Instruction& instruction : llvm::instructions(*woven.module->getFunction("main"))) {
    EXPECT_FALSE(instruction.isAtomic());
  }
}

TEST(Names, CompilerMadeGlobalsAreDemangled) {
  Woven woven("@_ZN2ns1xE = global i32 0\n define i32 @main() {\n %a = load i32, ptr @_ZN2ns1xE\n ret i32 %a\n}");
  EXPECT_EQ(woven.site(woven.calls("__heddle_checked_load4").at(0), 1).object, "ns::x");
}

}  // namespace
}  // namespace heddle::transform
