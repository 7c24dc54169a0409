// The cache saves time and never changes an answer.
#include "frontend/pch_cache.h"

#include <gtest/gtest.h>

#include "temporary_directory.h"

namespace heddle::frontend {
namespace {

PchRequest request() { return {{"thread", "mutex"}, "/bin/sh", {"-std=gnu++20", "-DX=1"}}; }

TEST(PchName, DependsOnEverything) {
  const std::string name = pchName(request());
  EXPECT_EQ(name, pchName(request()));

  PchRequest other = request();
  other.headers = {"mutex", "thread"};  // the order may matter
  EXPECT_NE(name, pchName(other));
  other = request();
  other.flags[1] = "-DX=2";
  EXPECT_NE(name, pchName(other));
  other = request();
  other.clang = "/bin/cat";
  EXPECT_NE(name, pchName(other));
  other = request();
  other.headers = {"thread"};
  other.flags.insert(other.flags.begin(), "mutex");  // not a matter of where one list ends
  EXPECT_NE(name, pchName(other));
}

TEST(PchName, DependsOnTheWorkingDirectoryOnlyIfAFlagDoes) {
  const auto nameIn = [](const std::string& directory, const std::string& flag) {
    PchRequest made = request();
    made.flags.push_back(flag);
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(directory);
    const std::string name = pchName(made);
    std::filesystem::current_path(before);
    return name;
  };
  const TemporaryDirectory one, other;
  EXPECT_EQ(nameIn(one.path(), "-I/usr/local/include"), nameIn(other.path(), "-I/usr/local/include"));
  EXPECT_NE(nameIn(one.path(), "-Iinclude"), nameIn(other.path(), "-Iinclude"));
}

TEST(FlagsOfLibrary, HaveNoMacrosOfTheProgram) {
  const std::vector<std::string> flags{"-std=gnu++20", "-DBUG",      "-D",    "THREADS=3", "-D_GLIBCXX_ASSERTIONS",
                                       "-D",           "_REENTRANT", "-UBUG", "-U",        "_FORTIFY_SOURCE",
                                       "-DNDEBUG",     "-DHEDDLE=1", "-O1"};
  const std::vector<std::string> kept{"-std=gnu++20", "-D_GLIBCXX_ASSERTIONS", "-D",       "_REENTRANT",
                                      "-U",           "_FORTIFY_SOURCE",       "-DNDEBUG", "-DHEDDLE=1",
                                      "-O1"};
  EXPECT_EQ(flagsOfLibrary(flags), kept);
}

TEST(PchName, DoesNotDependOnColour) {
  PchRequest plain = request(), coloured = request();
  plain.flags.emplace_back("-fno-color-diagnostics");
  coloured.flags.emplace_back("-fcolor-diagnostics");
  EXPECT_EQ(pchName(plain), pchName(coloured));
}

TEST(PchSafe, OnlyWithFlagsThatCannotHideAHeader) {
  const TemporaryDirectory directory;
  EXPECT_TRUE(pchSafe({"-DX=1", "-Wall", "-D", "Y", "-I", directory.path()}, {"thread"}));
  EXPECT_FALSE(pchSafe({"-include", "x.h"}, {"thread"}));
  EXPECT_FALSE(pchSafe({"-nostdinc++"}, {"thread"}));
  EXPECT_FALSE(pchSafe({"-isystem", "x"}, {"thread"}));
  directory.write("thread", "");
  EXPECT_FALSE(pchSafe({"-I" + directory.path()}, {"thread"}));
  EXPECT_TRUE(pchSafe({"-I" + directory.path()}, {"mutex"}));
}

TEST(PchCacheTest, NoDirectoryMeansNoCache) { EXPECT_FALSE(PchCache("").find(request())); }

TEST(PchCacheTest, NoHeadersMeansNoPch) {
  const TemporaryDirectory directory;
  EXPECT_FALSE(PchCache(directory.path()).find({{}, "/bin/sh", {}}));
}

TEST(PchCacheTest, PublishedFileIsFoundAndDiscarded) {
  const TemporaryDirectory directory;
  const PchCache cache(directory.path());
  const Pch pch = *cache.find(request());
  EXPECT_FALSE(pch.present);
  std::ofstream(cache.buildCommand(pch, request()).arguments.back()) << "x";
  EXPECT_FALSE(cache.find(request())->present) << "half a file must not be seen";
  EXPECT_TRUE(cache.publish(pch, true));
  EXPECT_TRUE(cache.find(request())->present);
  cache.discard(pch);
  EXPECT_FALSE(cache.find(request())->present);
}

TEST(PchCacheTest, FailedBuildLeavesNothing) {
  const TemporaryDirectory directory;
  const PchCache cache(directory.path());
  const Pch pch = *cache.find(request());
  std::ofstream(cache.buildCommand(pch, request()).arguments.back()) << "x";
  EXPECT_FALSE(cache.publish(pch, false));
  EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
}

TEST(PchCacheTest, EvictsTheOldestAndWhatKilledRunsLeft) {
  namespace fs = std::filesystem;
  const TemporaryDirectory directory;
  const auto now = fs::file_time_type::clock::now();
  for (int i = 0; i < 133; ++i) {
    fs::last_write_time(directory.write(std::to_string(i) + ".pch", "x"), now - std::chrono::minutes(i));
  }
  fs::last_write_time(directory.write("old.pch.7.tmp", "x"), now - std::chrono::hours(2));
  directory.write("new.pch.8.tmp", "x");
  PchCache(directory.path()).evict();
  EXPECT_TRUE(fs::exists(directory.path("127.pch")));
  EXPECT_FALSE(fs::exists(directory.path("128.pch")));
  EXPECT_FALSE(fs::exists(directory.path("132.pch")));
  EXPECT_FALSE(fs::exists(directory.path("old.pch.7.tmp")));
  EXPECT_TRUE(fs::exists(directory.path("new.pch.8.tmp")));
}

TEST(RejectedPch, TellsItFromAnErrorInTheProgram) {
  EXPECT_FALSE(rejectedPch({0, "", ""}));
  EXPECT_FALSE(rejectedPch({1, "", "a.cpp:1:1: error: unknown type name 'x'"}));
  EXPECT_TRUE(rejectedPch({1, "", "fatal error: malformed or corrupted AST file: 'x'"}));
  EXPECT_TRUE(rejectedPch({1, "", "fatal error: file 'x.h' has been modified since the precompiled header was built"}));
  EXPECT_TRUE(rejectedPch({139, "", ""}));
}

}  // namespace
}  // namespace heddle::frontend
