// How reports for other tools name source files: from a directory that those tools know, where the file is below it.
#pragma once

#include <string>

namespace heddle::report {

struct SourcePath {
  std::string text;
  bool isBelow = false;  // the root; it begins there
};

// `file` as the compiler was given it in `directory`; absolute if it is elsewhere.
SourcePath sourcePath(const std::string& file, const std::string& directory, const std::string& root);

// Of such a path: percent-encoded. An absolute one gets the scheme `file`.
std::string uriOf(const std::string& path);

}  // namespace heddle::report
