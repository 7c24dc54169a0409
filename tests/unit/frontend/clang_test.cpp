// Real runs of clang: programs, bad programs, and a cache in every state.
#include "frontend/clang.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <stdlib.h>

#include "frontend/link.h"
#include "temporary_directory.h"

namespace heddle::frontend {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

class ClangTest : public testing::Test {
 protected:
  // "" if all went well and the result is a program.
  std::string problemOf(const std::vector<std::string>& files, const std::vector<std::string>& flags = {}) {
    testing::internal::CaptureStderr();
    const std::string problem = build(files, flags);
    messages_ = testing::internal::GetCapturedStderr();
    return problem;
  }

  std::vector<std::string> cached() const {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(cacheDirectory_.path())) {
      if (entry.path().extension() != ".words") files.push_back(entry.path().string());
    }
    return files;
  }

  TemporaryDirectory directory_, cacheDirectory_;
  std::string messages_;  // what clang said

 private:
  std::string build(const std::vector<std::string>& files, const std::vector<std::string>& flags) {
    auto inputs = checkInputs(files);
    if (!inputs) return inputs.problem().message;
    auto bitcode = compileToBitcode(*inputs, flags, PchCache(cacheDirectory_.path()));
    if (!bitcode) return bitcode.problem().message;
    llvm::LLVMContext context;
    auto program = linkProgram(context, *inputs, bitcode->ofInput);
    return program ? "" : program.problem().message;
  }
};

TEST_F(ClangTest, CAndCxxInOneCommand) {
  const std::string c = directory_.write("a.c", "int f(void) { int class = 1; return class; }\n");
  const std::string cxx =
      directory_.write("b.cpp", "extern \"C\" int f(); auto g = [] { return f(); };\nint main() { return g(); }\n");
  EXPECT_EQ(problemOf({c, cxx}, {"-std=c++17"}), "");
  EXPECT_EQ(problemOf({c, cxx}, {"-std=c11"}), "");
  EXPECT_EQ(messages_, "");
}

TEST_F(ClangTest, CompileErrorIsShownAsClangPrintsIt) {
  const std::string file = directory_.write("a.c", "int main(void) { return x; }\n");
  EXPECT_EQ(problemOf({file}), file + " does not compile");
  EXPECT_THAT(messages_, HasSubstr(file + ":1:25: error: use of undeclared identifier 'x'"));
}

TEST_F(ClangTest, WarningsAreShownAndDoNotStop) {
  const std::string file = directory_.write("a.c", "int main(void) { int x; return 0; }\n");
  EXPECT_EQ(problemOf({file}, {"-Wall"}), "");
  EXPECT_THAT(messages_, HasSubstr("warning: unused variable 'x'"));
}

TEST_F(ClangTest, EmptyFileHasNoMain) {
  EXPECT_THAT(problemOf({directory_.write("a.c", "")}), AllOf(HasSubstr("a.c"), HasSubstr("no function `main`")));
}

TEST_F(ClangTest, SymbolDefinedTwice) {
  const std::string a = directory_.write("a.cpp", "int twice() { return 1; }\nint main() {}\n");
  const std::string b = directory_.write("b.cpp", "int twice() { return 2; }\n");
  EXPECT_EQ(problemOf({a, b}),
            "`twice()` is defined in " + a + " and in " + b + ": keep one of them, or make it static");
}

TEST_F(ClangTest, SymbolsThatMayBeDefinedTwice) {
  const std::string text = "inline int f() { return 1; }\nstatic int g() { return f(); }\n";
  const std::string a = directory_.write("a.cpp", text + "int main() { return g(); }\n");
  const std::string b = directory_.write("b.cpp", text + "int h() { return g(); }\n");
  EXPECT_EQ(problemOf({a, b}), "");
}

TEST_F(ClangTest, BrokenLlvmFiles) {
  EXPECT_THAT(problemOf({directory_.write("a.ll", "define i32 @main() {\n  ret i64 0\n}\n")}), HasSubstr("a.ll:2: "));
  EXPECT_THAT(problemOf({directory_.write("a.bc", "BC nonsense")}), HasSubstr("a.bc"));
  EXPECT_THAT(problemOf({directory_.write("b.ll", "target triple = \"wasm32-unknown-unknown\"\n")}),
              HasSubstr("b.ll was compiled for wasm32"));
}

TEST_F(ClangTest, LlvmFilesNeedNoCompiler) {
  const std::string file = directory_.write("a.ll", "define i32 @main() {\n  ret i32 0\n}\n");
  setenv("HEDDLE_CLANG", "/nowhere/clang", 1);
  EXPECT_EQ(problemOf({file}), "");
  EXPECT_THAT(problemOf({directory_.write("a.c", "int main(void) {}")}),
              AllOf(HasSubstr("cannot find /nowhere/clang"), HasSubstr("apt-get install clang-19")));
  unsetenv("HEDDLE_CLANG");
}

TEST_F(ClangTest, PchIsBuiltOnceAndSurvivesDamage) {
  const std::string file = directory_.write("a.cpp", "#include <atomic>\nstd::atomic<int> x;\nint main() { x = 1; }\n");
  EXPECT_EQ(problemOf({file}), "");
  ASSERT_EQ(cached().size(), 1U);
  const std::string pch = cached()[0];
  EXPECT_EQ(problemOf({file}), "");
  EXPECT_EQ(cached().size(), 1U);

  std::filesystem::resize_file(pch, 100'000);
  EXPECT_EQ(problemOf({file}), "");
  EXPECT_EQ(messages_, "");
  EXPECT_THAT(cached(), IsEmpty());  // gone, to be built again next time

  EXPECT_EQ(problemOf({file}), "");
  EXPECT_EQ(cached().size(), 1U);
}

TEST_F(ClangTest, FilesWithTheSameHeadersShareAPch) {
  const std::string a =
      directory_.write("a.cpp", "#include <atomic>\nextern std::atomic<int> x;\nint main() { x = 1; }\n");
  const std::string b = directory_.write("b.cpp", "#include <atomic>\nstd::atomic<int> x;\n");
  EXPECT_EQ(problemOf({a, b}), "");
  EXPECT_EQ(cached().size(), 1U);
}

TEST_F(ClangTest, ErrorsAreTheSameWithAPch) {
  const std::string file = directory_.write("a.cpp", "#include <atomic>\nint main() { return x; }\n");
  EXPECT_NE(problemOf({file}), "");
  const std::string first = messages_;
  EXPECT_NE(problemOf({file}), "");
  EXPECT_EQ(messages_, first);
  EXPECT_EQ(cached().size(), 1U);
}

// The header undefines the first and defines it; of a class of the library the second makes another one.
TEST_F(ClangTest, MacrosThatTheHeadersHaveMeanTheSameWithAPch) {
  const std::string file = directory_.write("a.cpp",
                                            "#include <vector>\n#include <cstdlib>\n"
                                            "static_assert(RAND_MAX > 3);\nstd::vector<int> v;\n"
                                            "int main() { return v._M_impl._M_start != nullptr; }\n");
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(problemOf({file}, {"-DRAND_MAX=3", "-Dprotected=public", "-DBUG=1"}), "") << messages_;
  EXPECT_EQ(cached().size(), 2U);  // the first did not know their words
  EXPECT_EQ(problemOf({file}, {"-DRAND_MAX=3", "-Dprotected=public", "-DBUG=2"}), "");
  EXPECT_EQ(cached().size(), 2U);
}

TEST_F(ClangTest, HeddleHeaderIsFoundUnderBothNames) {
  const std::string text = "int main(void) { heddle_assume(heddle_choose(2) < 2); heddle_assert(1); return 0; }\n";
  EXPECT_EQ(problemOf({directory_.write("a.c", "#include <heddle.h>\n" + text)}), "");
  EXPECT_EQ(problemOf({directory_.write("a.cpp", "#include <heddle/heddle.h>\n" + text)}), "");
}

TEST_F(ClangTest, StdStringIsCompiledInInCxx17Too) {
  const std::string file = directory_.write("a.cpp", "#include <string>\nint main() { std::string s; s += \"x\"; }\n");
  auto inputs = checkInputs({file});
  auto bitcode = compileToBitcode(*inputs, {"-std=c++17"}, PchCache(cacheDirectory_.path()));
  ASSERT_TRUE(bitcode);
  llvm::LLVMContext context;
  auto program = linkProgram(context, *inputs, bitcode->ofInput);
  ASSERT_TRUE(program);
  const llvm::Function* append = (*program)->getFunction("_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEpLEPKc");
  ASSERT_NE(append, nullptr);
  EXPECT_FALSE(append->isDeclaration());
  const llvm::Function* allocator = (*program)->getFunction("_ZNSaIcED1Ev");
  EXPECT_TRUE(allocator == nullptr || !allocator->isDeclaration());
}

}  // namespace
}  // namespace heddle::frontend
