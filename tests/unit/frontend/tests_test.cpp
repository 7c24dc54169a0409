// Tests are found in what clang makes of <heddle/test.h>, and each of them can be the program.
#include "frontend/tests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include "frontend/compile.h"
#include "temporary_directory.h"

namespace heddle::frontend {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr char kTwo[] = R"(#include <heddle/test.h>
static int x;
HEDDLE_TEST(first) { x = 1; heddle_assert(x == 1); }
HEDDLE_TEST(second, "--model sc "
                    "--unroll 3") { HEDDLE_ASSERT_LT(x, 2); }
)";

Source of(const std::vector<std::string>& files, const std::string& test = {},
          std::shared_ptr<const Bitcode> bitcode = nullptr) {
  Source source;
  source.files = files;
  source.test = test;
  source.bitcode = std::move(bitcode);
  return source;
}

class TestsTest : public testing::Test {
 protected:
  Result<Discovered> discover(const std::vector<std::string>& files) {
    auto all = discoverPrograms({of(files)});
    return all ? std::move(all->programs.front()) : all.problem();
  }
  std::string problemOf(const Source& source) {
    auto program = prepare(source, {});
    return program ? "" : program.problem().message;
  }
  TemporaryDirectory directory_;
};

TEST_F(TestsTest, HaveNamePlaceAndOptionsInTheOrderOfTheSources) {
  const std::string c = directory_.write("a.c", kTwo);
  const std::string cxx =
      directory_.write("b.cpp", "#include <heddle/test.h>\nnamespace n { HEDDLE_TEST(third) {} }\n");
  auto found = discover({cxx, c});
  ASSERT_TRUE(found) << found.problem().message;
  ASSERT_EQ(found->tests.size(), 3u);
  const auto& [third, first, second] = std::tie(found->tests[0], found->tests[1], found->tests[2]);
  EXPECT_EQ(third.name, "third");
  EXPECT_EQ(third.file, cxx);
  EXPECT_EQ(first.name, "first");
  EXPECT_EQ(first.options, "");
  EXPECT_EQ(first.line, 3u);
  EXPECT_EQ(second.name, "second");
  EXPECT_EQ(second.options, "--model sc --unroll 3");
  EXPECT_EQ(second.file, c);
}

TEST_F(TestsTest, OneNameForTwoIsAmbiguous) {
  const std::string text = "#include <heddle/test.h>\nHEDDLE_TEST(same) {}\n";
  auto found = discover({directory_.write("a.c", text), directory_.write("b.c", text)});
  ASSERT_FALSE(found);
  EXPECT_THAT(found.problem().message,
              AllOf(HasSubstr("b.c:2: there is a test 'same' already, at "), HasSubstr("a.c:2")));
}

TEST_F(TestsTest, AProgramHasNoneOfTheOthers) {
  const std::string file = directory_.write("a.c", std::string(kTwo) + "int main(void) { return x; }\n");
  for (const std::string test : {"", "first", "second"}) {
    auto program = prepare(of({file}, test), {});
    ASSERT_TRUE(program) << program.problem().message;
    std::vector<std::string> bodies;
    for (const llvm::Function& function : *program->module)
      if (!function.isDeclaration()) bodies.push_back(function.getName().str());
    EXPECT_THAT(bodies, testing::Contains("main"));
    EXPECT_THAT(bodies, testing::Not(testing::Contains(HasSubstr("heddle_test_first"))));
    EXPECT_THAT(bodies, testing::Not(testing::Contains(HasSubstr("heddle_test_second"))));
    EXPECT_THAT(bodies, testing::Not(testing::Contains("main of the program")));
    EXPECT_EQ(program->module->getNamedGlobal("heddle_test_entry_first"), nullptr);
  }
}

TEST_F(TestsTest, WhatClangHasMadeIsUsedAgain) {
  const std::string file = directory_.write("a.c", kTwo);
  auto found = discover({file});
  ASSERT_TRUE(found);
  directory_.write("a.c", "this is no C");
  EXPECT_EQ(problemOf(of({file}, "first", found->bitcode)), "");
  EXPECT_THAT(problemOf(of({file}, "third", found->bitcode)), HasSubstr("no test 'third'"));
}

TEST_F(TestsTest, AFileOfTestsIsNoProgram) {
  EXPECT_THAT(problemOf(of({directory_.write("a.c", kTwo)})), HasSubstr("2 tests: check them by 'heddle test'"));
}

}  // namespace
}  // namespace heddle::frontend
