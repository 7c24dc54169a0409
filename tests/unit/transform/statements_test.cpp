// Statements of the prepared module, and the sites that come from them.
#include "analysis/statements.h"

#include <set>

#include "transform/woven.h"

namespace heddle::transform {
namespace {

using analysis::statementOf;

constexpr char kWaits[] = R"(
@x = global i32 0
define i32 @main() {
entry:
  store atomic i32 1, ptr @x seq_cst, align 4
  br label %loop
loop:
  %a = load atomic i32, ptr @x seq_cst, align 4
  %again = icmp ne i32 %a, 1
  br i1 %again, label %loop, label %out
out:
  ret i32 %a
}
define void @other() {
  store atomic i32 2, ptr @x seq_cst, align 4
  ret void
})";

TEST(Statements, AreNumberedInTheOrderOfTheModule) {
  llvm::LLVMContext context;
  const auto module = parse(context, kWaits);
  EXPECT_EQ(statementOf(module->getFunction("main")->front().front()), 0u);
  EXPECT_EQ(analysis::numberStatements(*module), 8u);
  EXPECT_EQ(statementOf(module->getFunction("main")->front().front()), 1u);
  EXPECT_EQ(statementOf(module->getFunction("other")->front().front()), 7u);
  EXPECT_TRUE(verifies(*module));
}

TEST(Statements, SitesKnowTheirs) {
  llvm::LLVMContext context;
  const auto module = parse(context, kWaits);
  analysis::numberStatements(*module);
  auto info = instrument(*module);
  ASSERT_TRUE(info);
  std::set<analysis::Statement> reads, writes;
  for (const core::Site& site : (*info).sites) {
    if (site.kind == core::OpKind::Write) writes.insert(site.statement);
    if (site.kind == core::OpKind::Await) reads.insert(site.statement);
  }
  EXPECT_EQ(writes, (std::set<analysis::Statement>{1, 7}));
  EXPECT_EQ(reads, (std::set<analysis::Statement>{3})) << "the load that has become an await";
}

TEST(Statements, CopiesOfAnInstructionAreTheSame) {
  llvm::LLVMContext context;
  const auto module = parse(context, kWaits);
  analysis::numberStatements(*module);
  llvm::Instruction& store = module->getFunction("main")->front().front();
  llvm::Instruction* const copy = store.clone();
  copy->insertBefore(&store);
  EXPECT_EQ(statementOf(*copy), statementOf(store));
}

}  // namespace
}  // namespace heddle::transform
