// Which files are a library's to people, not the program's.
#pragma once

#include <string_view>

namespace heddle::core {

// A header of the system, or a function or a header of a library that Heddle has itself.
inline bool isSystemFile(std::string_view path) {
  return path.starts_with("/usr/") || path.find("include/heddle/library/") != std::string_view::npos ||
         path.find("include/heddle/overlay/") != std::string_view::npos;
}

}  // namespace heddle::core
