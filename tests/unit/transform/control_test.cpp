// Loops, faults, calls, assembly, and what is refused.
#include "core/hooks.h"
#include "transform/woven.h"

namespace heddle::transform {
namespace {

TEST(Loops, EveryBackEdgeCounts) {
  Woven woven(R"(
define void @main(i1 %c) {
entry:
  br label %outer
outer:
  br label %inner
inner:
  br i1 %c, label %inner, label %latch
latch:
  br i1 %c, label %outer, label %done
done:
  ret void
})");
  EXPECT_EQ(woven.calls("__heddle_loop_limit").size(), 2u);
}

TEST(Loops, IrreducibleCyclesCountToo) {
  Woven woven(R"(
define void @main(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  br label %a
})");
  EXPECT_EQ(woven.calls("__heddle_loop_limit").size(), 1u);
}

TEST(Faults, DivisionsByWhatMayBeZero) {
  Woven woven(R"(
define i32 @main(i32 %a, i32 %b) {
  %q = sdiv i32 %a, %b
  %r = urem i32 %a, %b
  %s = udiv i32 %a, 7
  %t = sdiv i32 %a, -1
  %u = srem i32 %a, 2
  ret i32 %q
})");
  EXPECT_EQ(woven.calls("__heddle_division").size(), 3u);
}

// The division fails in the first iteration, whatever the loop waits for.
TEST(Awaits, NothingThatMayFailIsPutOff) {
  const auto awaits = [](const char* between) {
    Woven woven(std::string(R"(
@x = global i32 0
@y = global i32 0
define i32 @main() {
entry:
  %y = load atomic i32, ptr @y seq_cst, align 4
  br label %loop
loop:
  %a = load atomic i32, ptr @x seq_cst, align 4
  %d = )") + between +
                R"(
  %again = icmp eq i32 %a, 0
  br i1 %again, label %loop, label %out
out:
  ret i32 %d
})");
    return woven.calls(core::hooks::kAwait).size();
  };
  EXPECT_EQ(awaits("sdiv i32 %a, 2"), 1u);
  EXPECT_EQ(awaits("sdiv i32 2, %y"), 0u);
}

TEST(Faults, FallingOffTheEnd) {
  Woven woven(R"(
declare void @llvm.trap()
declare void @stop() noreturn
define i32 @plain() { unreachable }
define i32 @afterTrap() {
  call void @llvm.trap()
  unreachable
}
define i32 @main(i1 %c) {
  call void @llvm.trap()
  %a = call i32 @plain()
  %b = call i32 @afterTrap()
  call void @stop()
  unreachable
})");
  EXPECT_EQ(woven.calls("__heddle_unreachable", "plain").size(), 1u);
  EXPECT_EQ(woven.calls("__heddle_unreachable", "afterTrap").size(), 1u);
  EXPECT_EQ(woven.calls("__heddle_unreachable").size(), 0u);
  EXPECT_EQ(woven.calls("__builtin_trap").size(), 1u);
}

TEST(ExternalCalls, StoreTheirSiteAndSoDoesMainsReturn) {
  Woven woven(R"(
declare i32 @puts(ptr)
define void @inside() { ret void }
define void @main(ptr %f) {
  call void @inside()
  %a = call i32 @puts(ptr null)
  call void %f()
  ret void
})");
  const llvm::GlobalVariable* callSite = woven.module->getNamedGlobal(core::hooks::kCallSite);
  std::vector<std::string> callees;
  for (const llvm::Instruction& instruction : llvm::instructions(*woven.module->getFunction("main"))) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    if (!store || store->getPointerOperand() != callSite) continue;
    callees.push_back(woven.info.sites[llvm::cast<llvm::ConstantInt>(store->getValueOperand())->getZExtValue()].callee);
  }
  EXPECT_EQ(callees, (std::vector<std::string>{"puts", "", ""}));
}

TEST(Assembly, KnownPiecesAreTranslated) {
  Woven woven(R"asm(
define i32 @main(i32 %x) {
  call void asm sideeffect "", "~{memory}"()
  %same = call i32 asm sideeffect "", "=r,0"(i32 %x)
  call void asm sideeffect "pause", ""()
  call void asm sideeffect "rep; nop", ""()
  call void asm sideeffect "dmb ish", "~{memory}"()
  call void asm sideeffect "lock; addl $$0,0(%rsp)", "~{memory},~{cc}"()
  ret i32 %same
})asm");
  EXPECT_EQ(woven.refusal, "");
  EXPECT_EQ(woven.calls("__heddle_yield").size(), 2u);
  const auto fences = woven.calls("__heddle_fence");
  ASSERT_EQ(fences.size(), 2u);
  EXPECT_EQ(woven.site(fences[0], 0).order, core::Order::SeqCst);
  const auto* end = llvm::cast<llvm::ReturnInst>(woven.module->getFunction("main")->back().getTerminator());
  EXPECT_EQ(end->getReturnValue(), woven.module->getFunction("main")->getArg(0));
}

struct Refused {
  const char* text;
  const char* says;
};

TEST(Refusals, NameWhatAndWhatToDo) {
  const Refused cases[] = {
      {"define void @f() { ret void }", "no function 'main'"},
      {"declare i32 @main()", "no function 'main'"},
      {"define void @main() {\n call void asm sideeffect \"svc 0\", \"\"()\n ret void }", "inline assembly"},
      {"define i32 @main() {\n %a = call i32 asm \"\", \"=r\"()\n ret i32 %a }", "inline assembly"},
      {"declare i64 @llvm.readcyclecounter()\ndefine i64 @main() {\n %a = call i64 @llvm.readcyclecounter()\n ret i64 "
       "%a }",
       "cycle counter"},
      {"@f = ifunc void (), ptr @pick\ndefine ptr @pick() { ret ptr null }\ndefine void @main() { ret void }", "ifunc"},
      {"module asm \"mov x0, x1\"\ndefine void @main() { ret void }", "assembly at file level"},
      {"define void @main(ptr %p) {\n %a = load <vscale x 4 x i32>, ptr %p\n ret void }", "scalable vectors"},
      {"define void @main(ptr %p, half %h) {\n %a = atomicrmw fadd ptr %p, half %h seq_cst\n ret void }",
       "atomic arithmetic on this type"},
      {"declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)\n"
       "define void @main(ptr %p, <4 x i32> %v, <4 x i1> %m) {\n"
       " call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr %p, i32 4, <4 x i1> %m)\n ret void }",
       "llvm.masked.store"},
  };
  for (const Refused& refused : cases) {
    Woven woven(refused.text);
    EXPECT_NE(woven.refusal.find(refused.says), std::string::npos) << refused.text << "\nsaid: " << woven.refusal;
  }
}

TEST(Refusals, HaveThePlaceInTheSource) {
  Woven woven(R"asm(
define void @main() !dbg !4 {
  call void asm sideeffect "svc 0", ""(), !dbg !7
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "/nowhere/spin.c", directory: "/nowhere")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 10, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocation(line: 12, column: 3, scope: !4)
)asm");
  EXPECT_EQ(woven.refusal.find("/nowhere/spin.c:12: inline assembly"), 0u) << woven.refusal;
}

}  // namespace
}  // namespace heddle::transform
