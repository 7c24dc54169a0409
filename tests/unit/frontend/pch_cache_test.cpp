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
  for (int i = 0; i < 25; ++i) {
    fs::last_write_time(directory.write(std::to_string(i) + ".pch", "x"), now - std::chrono::minutes(i));
  }
  fs::last_write_time(directory.write("old.pch.7.tmp", "x"), now - std::chrono::hours(2));
  directory.write("new.pch.8.tmp", "x");
  PchCache(directory.path()).evict();
  EXPECT_TRUE(fs::exists(directory.path("19.pch")));
  EXPECT_FALSE(fs::exists(directory.path("20.pch")));
  EXPECT_FALSE(fs::exists(directory.path("24.pch")));
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
