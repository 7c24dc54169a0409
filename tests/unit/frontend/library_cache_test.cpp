// Bitcode of Heddle's own library is taken from the cache as long as nothing has changed.
#include "frontend/library_cache.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "temporary_directory.h"

namespace heddle::frontend {
namespace {

// What clang would do with the flag "-Wp,-MD,FILE".
void compiles(const TemporaryDirectory& directory, const LibraryCache& cache, const std::string& source,
              const std::string& files) {
  const std::string flag = cache.flagsFor(source).at(0);
  const std::string path = flag.substr(flag.rfind(',') + 1);
  directory.write(path.substr(path.rfind('/') + 1), files);
}

class LibraryCacheTest : public testing::Test {
 protected:
  LibraryCacheTest() {
    directory.write("a.cpp", "one");
    directory.write("a.h", "two");
    compiles(directory, cache, source, "a.o: " + source + " \\\n  " + directory.path() + "/a.h\n");
    cache.publish(source, "bitcode\n\n");
  }

  TemporaryDirectory directory;
  std::string source = directory.path() + "/a.cpp";
  LibraryCache cache{directory.path(), "/bin/sh", {"-O0"}};
};

TEST_F(LibraryCacheTest, WhatWasPublishedIsFound) { EXPECT_EQ(cache.find(source), "bitcode\n\n"); }

TEST_F(LibraryCacheTest, NotOfOtherFlags) {
  EXPECT_FALSE(LibraryCache(directory.path(), "/bin/sh", {"-O1"}).find(source));
}

TEST_F(LibraryCacheTest, NotIfAFileHasChanged) {
  directory.write("a.h", "another");
  EXPECT_FALSE(cache.find(source));
}

TEST_F(LibraryCacheTest, NotIfItIsDamaged) {
  for (const auto& entry : std::filesystem::directory_iterator(directory.path()))
    if (entry.path().extension() == ".library") std::filesystem::resize_file(entry.path(), 10);
  EXPECT_FALSE(cache.find(source));
}

TEST_F(LibraryCacheTest, NotIfABitHasChanged) {
  for (const auto& entry : std::filesystem::directory_iterator(directory.path())) {
    if (entry.path().extension() != ".library") continue;
    std::fstream file(entry.path(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(-5, std::ios::end).put('B');
  }
  EXPECT_FALSE(cache.find(source));
}

TEST_F(LibraryCacheTest, WithoutADirectoryThereIsNone) {
  const LibraryCache none("", "/bin/sh", {});
  EXPECT_TRUE(none.flagsFor(source).empty());
  none.publish(source, "bitcode");
  EXPECT_FALSE(none.find(source));
}

}  // namespace
}  // namespace heddle::frontend
