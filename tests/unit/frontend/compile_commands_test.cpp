// What is taken of the commands of a build, and of which.
#include "frontend/compile_commands.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "frontend/temporary_directory.h"

namespace heddle::frontend {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(FlagsOfCommand, WhatTheSourceMeans) {
  EXPECT_THAT(flagsOfCommand({"ccache", "/usr/bin/cc", "-DN=2", "-D", "M", "-UX", "-Iinc", "-I", "/abs", "-isystem",
                              "sys", "-iquote../q", "-std=c11", "-pthread", "-mcx16", "--sysroot=/root", "a.c"},
                             "/p/build"),
              ElementsAre("-DN=2", "-DM", "-UX", "-I/p/build/inc", "-I/abs", "-isystem", "/p/build/sys", "-iquote",
                          "/p/q", "-std=c11", "-pthread", "-mcx16", "--sysroot", "/root"));
}

TEST(FlagsOfCommand, OutputMessagesAndOptimisationAreDropped) {
  EXPECT_THAT(flagsOfCommand({"cc", "-O2", "-g", "-Wall", "-Werror", "-c", "-o", "a.o", "-MD", "-MT", "a.o", "-MF",
                              "a.d", "-fconserve-stack", "-flto", "-mllvm", "-x=1", "-fsanitize=thread", "a.c"},
                             "/p"),
              IsEmpty());
}

TEST(FlagsOfCommand, PrecompiledHeadersAreIncludedAsText) {
  EXPECT_THAT(flagsOfCommand({"c++", "-Winvalid-pch", "-Xclang", "-include-pch", "-Xclang", "/p/h.hxx.pch", "-Xclang",
                              "-include", "-Xclang", "/p/h.hxx", "-c", "a.cpp"},
                             "/p"),
              ElementsAre("-include", "/p/h.hxx"));
}

TEST(FlagsOfCommand, AFlagWithoutItsValueIsDropped) { EXPECT_THAT(flagsOfCommand({"cc", "-I"}, "/p"), IsEmpty()); }

class Databases : public testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(folder_.path(name)).parent_path());
    return folder_.write(name, text);
  }

  TemporaryDirectory folder_;
};

TEST_F(Databases, BothFormsAndRelativeDirectories) {
  write("src/a.c", "");
  write("src/b.c", "");
  write("build/inc/h.h", "");
  write("build/more.rsp", "-DR");
  const std::string database = write("build/compile_commands.json", R"([
    {"directory": ".", "file": "../src/a.c", "arguments": ["cc", "-D", "X=a b", "-Iinc", "-include", "inc/h.h", "-include", "else.h", "../src/a.c"]},
    {"directory": "../src", "file": "b.c", "command": "cc -DY=\\\"q\\\" '-DZ=1 2' @../build/more.rsp -c b.c"}])");
  const std::string a = folder_.path("src/a.c"), b = folder_.path("src/../src/b.c");
  auto read = flagsFromDatabase(folder_.path("build"), {a, b});
  ASSERT_TRUE(read) << read.problem().message;
  const std::string build = folder_.path("build");
  EXPECT_THAT(read->flagsOf[a],
              ElementsAre("-DX=a b", "-I" + build + "/inc", "-include", build + "/inc/h.h", "-include", "else.h"));
  EXPECT_THAT(read->flagsOf[b], ElementsAre("-DY=\"q\"", "-DZ=1 2", "-DR"));
  EXPECT_THAT(read->notes, IsEmpty());
  EXPECT_TRUE(flagsFromDatabase(database, {a, "other.ll"}));  // no compiler reads it any more
}

TEST_F(Databases, TheFirstOfSeveralIsTaken) {
  const std::string a = write("a.c", "");
  const std::string database = write("c.json", R"([{"file": "a.c", "command": "cc -DFIRST a.c"},
                                                   {"file": "a.c", "command": "cc -DSECOND a.c"}])");
  auto read = flagsFromDatabase(database, {a});
  ASSERT_TRUE(read) << read.problem().message;
  EXPECT_THAT(read->flagsOf[a], ElementsAre("-DFIRST"));
  ASSERT_EQ(read->notes.size(), 1u);
  EXPECT_THAT(read->notes[0], HasSubstr("2 commands"));
}

TEST_F(Databases, WhatIsWrongIsSaid) {
  const auto problem = [&](const std::string& text) {
    return flagsFromDatabase(write("c.json", text), {folder_.path("a.c")}).problem().message;
  };
  EXPECT_THAT(problem("[]"), HasSubstr("a.c is not among the 0 commands"));
  EXPECT_THAT(problem("[{]"), HasSubstr("c.json: "));
  EXPECT_THAT(problem("{}"), HasSubstr("no list"));
  EXPECT_THAT(problem(R"([{"file": "a.c", "command": "cc"}, {"file": "b.c"}])"), HasSubstr("entry 2 has no"));
  EXPECT_THAT(problem("[3]"), HasSubstr("entry 1 has no"));
  EXPECT_THAT(problem(R"([{"file": "a.c", "command": "cc @none.rsp"}])"), HasSubstr("none.rsp"));
  EXPECT_THAT(flagsFromDatabase("/nowhere", {"a.c"}).problem().message, HasSubstr("CMAKE_EXPORT_COMPILE_COMMANDS"));
}

}  // namespace
}  // namespace heddle::frontend
