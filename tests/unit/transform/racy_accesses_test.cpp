// Plain accesses that become relaxed atomic ones, and which rule did it.
#include "transform/racy_accesses.h"

#include "transform/woven.h"

namespace heddle::transform {
namespace {

TEST(Globs, StarIsAnyTextAndQuestionMarkOneCharacter) {
  EXPECT_TRUE(matchesGlob("poll", "poll"));
  EXPECT_FALSE(matchesGlob("poll", "polls"));
  EXPECT_FALSE(matchesGlob("poll", "pol"));
  EXPECT_TRUE(matchesGlob("p?ll", "pull"));
  EXPECT_FALSE(matchesGlob("p?ll", "pll"));
  EXPECT_TRUE(matchesGlob("*", ""));
  EXPECT_TRUE(matchesGlob("ns::*<int>::push", "ns::Queue<int>::push"));
  EXPECT_FALSE(matchesGlob("ns::*<int>::push", "ns::Queue<int>::push_all"));
  EXPECT_TRUE(matchesGlob("*a*ab", "caaab"));
  EXPECT_TRUE(matchesGlob("operator[]", "operator[]"));
  EXPECT_FALSE(matchesGlob("", "x"));
}

TEST(Suppressions, LinesAreRulesAndCommentsAreNot) {
  auto read = readSuppressions("# why\n\n  race:function:ns::f*  \r\nrace:file:*/queue.h", "file");
  ASSERT_TRUE(read);
  ASSERT_EQ(read->size(), 2u);
  EXPECT_EQ((*read)[0].of, Suppression::Of::Function);
  EXPECT_EQ((*read)[0].glob, "ns::f*");
  EXPECT_EQ((*read)[1].of, Suppression::Of::File);
  EXPECT_EQ((*read)[1].text(), "race:file:*/queue.h");
}

TEST(Suppressions, OneThatIsNoneIsNamedByFileAndLine) {
  for (const char* bad : {"race:f", "race:function:", "thread:function:f", "race:module:m"}) {
    auto read = readSuppressions(std::string("race:function:f\n# why\n") + bad + "\nrace:function:g\n", "races.txt");
    ASSERT_FALSE(read) << bad;
    EXPECT_TRUE(read.problem().message.starts_with(std::string("races.txt:3: '") + bad + "'"))
        << read.problem().message;
  }
}

struct Relaxed {
  Relaxed(const std::string& text, const RacyCode& racy) : module(parse(context, text)) {
    RacyAccesses accesses(*module, racy);
    accesses.relax(*module);
    rules = std::move(accesses).rules();
    EXPECT_TRUE(verifies(*module));
  }
  // Of the atomic accesses of a function, their sizes in bytes: loads above zero, stores below.
  std::vector<int> atomics(const std::string& function = "main") {
    std::vector<int> found;
    const llvm::DataLayout& layout = module->getDataLayout();
    for (llvm::Instruction& instruction : llvm::instructions(*module->getFunction(function))) {
      if (!instruction.isAtomic()) continue;
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
      const int bytes = layout.getTypeStoreSize(llvm::getLoadStoreType(&instruction));
      found.push_back(store ? -bytes : bytes);
    }
    return found;
  }

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  std::vector<core::SetAside> rules;
};

using Sizes = std::vector<int>;
const RacyCode kVolatile{.volatileIsRelaxed = true, .file = {}, .suppressions = {}};

RacyCode inFunction(const std::string& glob) {
  return {.volatileIsRelaxed = false, .file = {}, .suppressions = {{Suppression::Of::Function, glob}}};
}

constexpr char kTwoAccesses[] = R"(
@x = global i32 1
define i32 @main() {
  %own = alloca i32
  store i32 3, ptr %own
  %a = load volatile i32, ptr @x
  store i32 %a, ptr @x
  ret i32 %a
}
define i32 @other() {
  %a = load i32, ptr @x
  ret i32 %a
})";

TEST(RacyAccesses, NothingIsRelaxedUnlessAskedFor) {
  Relaxed module(kTwoAccesses, {});
  EXPECT_EQ(module.atomics(), Sizes{});
  EXPECT_TRUE(module.rules.empty());
}

TEST(RacyAccesses, OnlyVolatileOnes) {
  Relaxed module(kTwoAccesses, kVolatile);
  EXPECT_EQ(module.atomics(), Sizes{4});
  ASSERT_EQ(module.rules.size(), 1u);
  EXPECT_EQ(module.rules[0].accesses, 1u);
  EXPECT_EQ(module.rules[0].functions, std::vector<std::string>{"main"});
}

// It may be so for a longjmp.
TEST(RacyAccesses, ALocalVariableStaysVolatile) {
  Relaxed module(R"(
@x = global i32 1
define i32 @main() {
  %local = alloca i32
  %a = load volatile i32, ptr @x
  store volatile i32 %a, ptr %local
  ret i32 0
})",
                 kVolatile);
  for (llvm::Instruction& instruction : llvm::instructions(*module.module->getFunction("main"))) {
    EXPECT_EQ(instruction.isVolatile(), llvm::isa<llvm::StoreInst>(instruction));
    EXPECT_EQ(instruction.isAtomic(), instruction.mayReadOrWriteMemory());
  }
}

TEST(RacyAccesses, ArgumentsOfAVariadicFunctionStayPlain) {
  Relaxed module(R"(
%struct.__va_list = type { ptr, ptr, ptr, i32, i32 }
define i32 @main(ptr %list) {
  %where = getelementptr %struct.__va_list, ptr %list, i32 0, i32 0
  %argument = load ptr, ptr %where
  %value = load i32, ptr %argument
  ret i32 %value
})",
                 inFunction("main"));
  EXPECT_EQ(module.atomics(), Sizes{8});
}

TEST(RacyAccesses, AllOfAFunctionAndNoneOfAnother) {
  Relaxed module(kTwoAccesses, inFunction("ma*"));
  EXPECT_EQ(module.atomics(), (Sizes{4, -4}));
  EXPECT_EQ(module.atomics("other"), Sizes{});
  EXPECT_EQ(module.rules[0].rule, "race:function:ma*");
  EXPECT_EQ(module.rules[0].accesses, 2u);
}

TEST(RacyAccesses, ARuleThatMeansNothingIsListed) {
  Relaxed module(kTwoAccesses, inFunction("nobody"));
  ASSERT_EQ(module.rules.size(), 1u);
  EXPECT_EQ(module.rules[0].accesses, 0u);
}

TEST(RacyAccesses, CopiesAreWordsOfTheirAlignment) {
  Relaxed module(R"(
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @main(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr align 8 %q, i64 10, i1 false)
  call void @llvm.memset.p0.i64(ptr align 16 %p, i8 -1, i64 16, i1 true)
  ret void
})",
                 inFunction("main"));
  EXPECT_EQ(module.atomics(), (Sizes{4, 4, 2, -4, -4, -2, -8, -8}));
  EXPECT_EQ(module.rules[0].accesses, 2u);
}

TEST(RacyAccesses, WhatNoAtomicAccessStandsForStaysPlainAndIsCounted) {
  Relaxed module(R"(
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define void @main(ptr %p, ptr %q, i64 %n) {
  %packed = load i32, ptr %p, align 1
  %wide = load <4 x i32>, ptr %p
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 100000, i1 false)
  ret void
})",
                 inFunction("main"));
  EXPECT_EQ(module.atomics(), Sizes{});
  EXPECT_EQ(module.rules[0].accesses, 0u);
  EXPECT_EQ(module.rules[0].stayPlain, 4u);
}

TEST(RacyAccesses, ConstantsAreOnlyRead) {
  Relaxed module(R"(
@table = constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @main(ptr %p, i64 %i) {
  %at = getelementptr [4 x i32], ptr @table, i64 0, i64 %i
  %a = load i32, ptr %at
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 8 @table, i64 8, i1 false)
  ret i32 %a
})",
                 inFunction("main"));
  EXPECT_EQ(module.atomics(), Sizes{-8});
}

// By their names before they were inlined; what became a value is no access.
TEST(RacyAccesses, OfAFunctionThatIsInlinedTwiceCountOnce) {
  llvm::LLVMContext context;
  const auto module = parse(context, R"(
@x = global i64 1
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define internal void @copy(ptr %to, i64 %n) {
  %local = alloca i64
  store i64 %n, ptr %local
  %length = load i64, ptr %local
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 8 @x, i64 %length, i1 false)
  ret void
}
define i32 @main(ptr %p, ptr %q) {
  call void @copy(ptr %p, i64 8)
  call void @copy(ptr %q, i64 8)
  ret i32 0
})");
  const auto rules = prepare(*module, {}, inFunction("copy"));
  EXPECT_TRUE(verifies(*module));
  ASSERT_EQ(rules.size(), 1u);
  EXPECT_EQ(rules[0].accesses, 1u);
  EXPECT_EQ(rules[0].stayPlain, 0u);
  EXPECT_EQ(rules[0].functions, std::vector<std::string>{"copy"});
  unsigned atomics = 0;
  for (llvm::Instruction& instruction : llvm::instructions(*module->getFunction("main")))
    atomics += instruction.isAtomic();
  EXPECT_EQ(atomics, 4u);
}

}  // namespace
}  // namespace heddle::transform
