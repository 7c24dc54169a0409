// The cache saves time and never changes an answer.
#include "frontend/pch_cache.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

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
  EXPECT_EQ(flagsOfLibrary(flags, {}), kept);
}

TEST(FlagsOfLibrary, HaveMacrosWhoseNamesTheHeadersHave) {
  const HeaderWords words = HeaderWords::ofSource("class C { private: int max(); };");
  const std::vector<std::string> flags{"-Dprivate=public", "-Dmax(x)=x", "-D", "C", "-Umax", "-DM=2", "-Da"};
  const std::vector<std::string> kept{"-Dprivate=public", "-Dmax(x)=x", "-D", "C", "-Umax"};
  EXPECT_EQ(flagsOfLibrary(flags, words), kept);
}

TEST(HeaderWordsTest, AreThoseOutsideOfComments) {
  const auto linesOf = [](const char* source) { return HeaderWords::ofSource(source).lines(); };
  EXPECT_EQ(linesOf("#ifdef ASKED // not\n b /* nor\n this */ a1 _Reserved 3u a1"), "\nASKED\na1\nb\nifdef\n");
  EXPECT_EQ(linesOf("s = \"a//b\"; c"), "\na\nb\nc\ns\n") << "no comment in a string";
  EXPECT_EQ(linesOf("s = \"\\\"//b\"; c"), "\nb\nc\ns\n");
  EXPECT_EQ(linesOf("'\"' x // y"), "\nx\n") << "no string";
  EXPECT_EQ(linesOf("#error don't \"\nz // y"), "\ndon\nerror\nt\nz\n") << "a string ends with its line";
}

TEST(HeaderWordsTest, HaveWhatIsIncluded) {
  const HeaderWords words = HeaderWords::ofSource(
      "#include <bits/a.h>\n # include_next \"b.h\" // <c>\n// #include <d>\n#define include <e>\n");
  EXPECT_EQ(words.included(), (std::vector<std::string>{"b.h", "bits/a.h"}));
}

TEST(HeaderWordsTest, OfDependenciesAreThoseOfAllFiles) {
  const TemporaryDirectory directory;
  const std::string list = "x.pch: " + directory.write("one", "a") + " \\\n  " + directory.write("two", "b c") + "\n";
  EXPECT_EQ(HeaderWords::ofDependencies(list)->lines(), "\na\nb\nc\n");
  EXPECT_FALSE(HeaderWords::ofDependencies("x.pch: " + directory.path("none")));
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
  EXPECT_TRUE(pchSafe({"-stdlib=libc++"}, {"thread"}));
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

// What clang would make: the header, and where its words come from.
void build(const PchCache& cache, const Pch& pch, const std::string& header) {
  const std::vector<std::string> arguments = cache.buildCommand(pch, "/bin/sh").arguments;
  std::ofstream(arguments.back()) << "x";
  std::ofstream(*(std::ranges::find(arguments, "-MF") + 1)) << "x: " << header << "\n";
}

TEST(PchCacheTest, WhatHidesAnIncludedFileIsNoticed) {
  const TemporaryDirectory directory;
  const PchCache cache(directory.path("cache"));
  std::filesystem::create_directories(directory.path("cache"));
  std::filesystem::create_directories(directory.path("inc/bits"));
  PchRequest compilation = request();
  compilation.flags.push_back("-I" + directory.path("inc"));
  const Pch pch = *cache.find(compilation);
  build(cache, pch, directory.write("header", "#include <bits/inner.h>\n"));
  ASSERT_TRUE(cache.publish(pch, true));
  EXPECT_TRUE(cache.find(compilation));
  std::ofstream(directory.path("inc/bits/inner.h")) << "new";
  EXPECT_FALSE(cache.find(compilation));
}

TEST(PchCacheTest, PublishedFileIsFoundAndDiscarded) {
  const TemporaryDirectory directory;
  const PchCache cache(directory.path());
  const Pch pch = *cache.find(request());
  EXPECT_FALSE(pch.present);
  build(cache, pch, "/dev/null");
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
  build(cache, pch, "/dev/null");
  EXPECT_FALSE(cache.publish(pch, false));
  EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
}

TEST(PchCacheTest, AMacroThatTheHeadersHaveNeedsAHeaderOfItsOwn) {
  const TemporaryDirectory directory, headers;
  const PchCache cache(directory.path());
  const Pch first = *cache.find(request());
  build(cache, first, headers.write("thread", "int X;"));
  EXPECT_TRUE(cache.publish(first, true));
  const Pch second = *cache.find(request());
  EXPECT_FALSE(second.present);
  EXPECT_NE(second.path, first.path);
  EXPECT_EQ(second.flags, request().flags);
  build(cache, second, headers.path("thread"));
  EXPECT_TRUE(cache.publish(second, true));
  EXPECT_TRUE(cache.find(request())->present);
  PchRequest other = request();
  other.flags[1] = "-DY=1";
  EXPECT_EQ(cache.find(other)->path, first.path);
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
