// Bitcode of Heddle's own library (include/heddle/library) in the user's cache directory: what is written against the
// headers of libc++ takes a second each to compile. Like precompiled headers, it only ever saves time.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace heddle::frontend {

class LibraryCache {
 public:
  // Of what `clang` makes with these flags. Without a directory there is no cache.
  LibraryCache(std::string directory, const std::string& clang, const std::vector<std::string>& flags);

  // Nothing, unless all files that it was made from are as they were.
  std::optional<std::string> find(const std::string& source) const;

  // To compile with, so that `publish` knows these files; none if there is no cache.
  std::vector<std::string> flagsFor(const std::string& source) const;
  void publish(const std::string& source, const std::string& bitcode) const;

 private:
  std::string pathOf(const std::string& source) const;
  std::string dependenciesPath(const std::string& source) const;

  std::string directory_;
  std::string key_;
};

}  // namespace heddle::frontend
