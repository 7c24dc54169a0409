#include "transform/loops/late_tests.h"

#include <gtest/gtest.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>

#include "transform/pipeline.h"

namespace heddle::transform {
namespace {

// Whether the only loop tests at its end what it has to test; -1: there is no such loop.
int testsLate(const std::string& text) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  auto module = llvm::parseAssemblyString(text, problem, context);
  EXPECT_TRUE(module) << problem.getMessage().str();
  llvm::ModulePassManager passes;
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(LateTests()));
  Pipeline(*module).run(passes);
  EXPECT_FALSE(llvm::verifyModule(*module));
  const llvm::DominatorTree dominators(*module->getFunction("main"));
  const llvm::LoopInfo loops(dominators);
  if (loops.getTopLevelLoops().size() != 1) return -1;
  const llvm::Loop& loop = *loops.getTopLevelLoops().front();
  return loop.isLoopExiting(loop.getLoopLatch()) ? 1 : 0;
}

TEST(LateTests, OfWhatTheIterationHasFound) {
  EXPECT_EQ(testsLate(R"(
@x = global i32 0
define i32 @main() {
  br label %test
test:
  %done = phi i1 [ false, %0 ], [ %isZero, %body ]
  %seen = phi i32 [ undef, %0 ], [ %found, %body ]
  br i1 %done, label %end, label %body
body:
  %found = load atomic i32, ptr @x seq_cst, align 4
  %isZero = icmp eq i32 %found, 0
  br label %test
end:
  ret i32 %seen
})"),
            1);
}

TEST(LateTests, NotOfACounter) {
  EXPECT_EQ(testsLate(R"(
@x = global i32 0
define void @main() {
  br label %test
test:
  %i = phi i32 [ 0, %0 ], [ %next, %body ]
  %isLast = icmp eq i32 %i, 5
  br i1 %isLast, label %end, label %body
body:
  store atomic i32 %i, ptr @x seq_cst, align 4
  %next = add i32 %i, 1
  br label %test
end:
  ret void
})"),
            0);
}

TEST(LateTests, NotWhereTheTestReadsMemoryOrMayBePassedAtFirst) {
  EXPECT_EQ(testsLate(R"(
@x = global i32 0
define void @main() {
  br label %test
test:
  %found = load atomic i32, ptr @x seq_cst, align 4
  %isZero = icmp eq i32 %found, 0
  br i1 %isZero, label %end, label %body
body:
  store atomic i32 0, ptr @x seq_cst, align 4
  br label %test
end:
  ret void
})"),
            0);
  EXPECT_EQ(testsLate(R"(
@x = global i32 0
define void @main() {
  %first = load atomic i32, ptr @x seq_cst, align 4
  br label %test
test:
  %found = phi i32 [ %first, %0 ], [ %again, %body ]
  %isZero = icmp eq i32 %found, 0
  br i1 %isZero, label %end, label %body
body:
  %again = load atomic i32, ptr @x seq_cst, align 4
  br label %test
end:
  ret void
})"),
            0);
}

}  // namespace
}  // namespace heddle::transform
