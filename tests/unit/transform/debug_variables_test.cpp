// giveVariablesSlots(): each assignment to a variable that is a value is a store, where it was.
#include "transform/debug_variables.h"

#include <llvm/IR/DebugProgramInstruction.h>

#include "transform/woven.h"

namespace heddle::transform {
namespace {

// `@f` has the variable `x` of 32 bits; the records of its body say what that is.
std::string functionOf(const std::string& body) {
  return "define i32 @f(i32 %a, i32 %b, i1 %c) !dbg !4 {\n" + body + "\n}\n" + R"(
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!4 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{!3, !3, !3, !3}
!7 = !DILocalVariable(name: "x", scope: !4, file: !1, line: 2, type: !3)
!8 = !DILocation(line: 2, scope: !4)
)";
}

class Slotted {
 public:
  explicit Slotted(const std::string& body) : module(parse(context, functionOf(body))) {
    if (!module->IsNewDbgInfoFormat) module->convertToNewDbgValues();
    giveVariablesSlots(*module);
    EXPECT_TRUE(verifies(*module));
    for (llvm::Instruction& instruction : llvm::instructions(*module->getFunction("f"))) {
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) stores.push_back(store);
      for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange()))
        record.isDbgDeclare() ? ++declares : ++values;
    }
  }

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  std::vector<llvm::StoreInst*> stores;
  unsigned declares = 0, values = 0;
};

TEST(DebugVariables, StoresArgumentsAndResultsInOrder) {
  const Slotted slotted(R"(
    #dbg_value(i32 %a, !7, !DIExpression(), !8)
    #dbg_value(i32 %b, !7, !DIExpression(), !8)
  %sum = add i32 %a, %b, !dbg !8
    #dbg_value(i32 %sum, !7, !DIExpression(), !8)
  %twice = add i32 %sum, %sum, !dbg !8
  ret i32 %twice, !dbg !8)");
  ASSERT_EQ(slotted.stores.size(), 3u);
  const std::vector<std::string> names{"a", "b", "sum"};
  for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(slotted.stores[i]->getValueOperand()->getName(), names[i]);
  EXPECT_EQ(slotted.stores[2]->getNextNode()->getName(), "twice");
  EXPECT_EQ(slotted.declares, 1u);
  EXPECT_EQ(slotted.values, 0u);
}

TEST(DebugVariables, StoresAfterPhis) {
  const Slotted slotted(R"(
  br i1 %c, label %then, label %join, !dbg !8
then:
  br label %join, !dbg !8
join:
  %x = phi i32 [ 1, %0 ], [ 2, %then ], !dbg !8
  %y = phi i32 [ 3, %0 ], [ 4, %then ], !dbg !8
    #dbg_value(i32 %x, !7, !DIExpression(), !8)
  ret i32 %y, !dbg !8)");
  ASSERT_EQ(slotted.stores.size(), 1u);
  EXPECT_TRUE(llvm::isa<llvm::ReturnInst>(slotted.stores[0]->getNextNode()));
}

TEST(DebugVariables, ComputesWhatWasLeftToTheDebugger) {
  const Slotted slotted(R"(
    #dbg_value(!DIArgList(i32 %a, i32 %b),
               !7, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_mul, DW_OP_plus_uconst, 3, DW_OP_stack_value), !8)
  ret i32 %a, !dbg !8)");
  ASSERT_EQ(slotted.stores.size(), 1u);
  EXPECT_EQ(slotted.stores[0]->getValueOperand()->getType(), llvm::Type::getInt32Ty(slotted.module->getContext()));
}

TEST(DebugVariables, LeavesWhatItCannotShow) {
  const Slotted unknown(R"(
    #dbg_value(i32 %a, !7, !DIExpression(), !8)
    #dbg_value(i32 %a, !7, !DIExpression(DW_OP_deref, DW_OP_stack_value), !8)
  ret i32 %a, !dbg !8)");
  EXPECT_EQ(unknown.stores.size(), 0u);
  EXPECT_EQ(unknown.values, 2u);
  const Slotted gone(R"(
    #dbg_value(i32 poison, !7, !DIExpression(), !8)
  ret i32 %a, !dbg !8)");
  EXPECT_EQ(gone.stores.size(), 0u);
  EXPECT_EQ(gone.values, 1u);
}

}  // namespace
}  // namespace heddle::transform
