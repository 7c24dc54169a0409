// Bad input is refused with a message that names the file and the reason.
#include "frontend/inputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "temporary_directory.h"

namespace heddle::frontend {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(Classify, ByExtension) {
  EXPECT_EQ(classify("a.c")->language, Language::C);
  EXPECT_EQ(classify("dir.d/a.C")->language, Language::Cxx);
  EXPECT_EQ(classify("a.b.c++")->language, Language::Cxx);
  EXPECT_EQ(classify("a.bc")->language, Language::Bitcode);
  EXPECT_EQ(classify("a.ll")->language, Language::Assembly);
  EXPECT_TRUE(classify("a.i")->preprocessed);
  EXPECT_FALSE(classify("a.h"));
  EXPECT_FALSE(classify("dir.c/Makefile"));
}

TEST(CheckInputs, NoFile) { EXPECT_THAT(checkInputs({}).problem().message, HasSubstr("no input file")); }

TEST(CheckInputs, MissingFile) {
  EXPECT_EQ(checkInputs({"/nowhere/a.c"}).problem().message, "cannot open /nowhere/a.c: No such file or directory");
}

TEST(CheckInputs, Directory) {
  const TemporaryDirectory directory;
  EXPECT_THAT(checkInputs({directory.path()}).problem().message, HasSubstr("is a directory"));
}

TEST(CheckInputs, Unreadable) {
  if (geteuid() == 0) GTEST_SKIP() << "root can read everything";
  const TemporaryDirectory directory;
  const std::string file = directory.write("a.c", "int main(void) {}");
  std::filesystem::permissions(file, std::filesystem::perms::none);
  EXPECT_EQ(checkInputs({file}).problem().message, "cannot read " + file + ": Permission denied");
}

TEST(CheckInputs, UnknownExtension) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("a.rs", "fn main() {}");
  EXPECT_THAT(checkInputs({file}).problem().message, AllOf(HasSubstr(file), HasSubstr("unknown kind of file")));
}

TEST(CheckInputs, GoodFilesKeepTheirOrder) {
  const TemporaryDirectory directory;
  const std::string b = directory.write("b.cpp", "x"), a = directory.write("a.c", "x");
  auto inputs = checkInputs({b, a});
  ASSERT_TRUE(inputs);
  ASSERT_EQ(inputs->size(), 2U);
  EXPECT_EQ((*inputs)[0].file, b);
  EXPECT_EQ((*inputs)[1].language, Language::C);
}

}  // namespace
}  // namespace heddle::frontend
