// `heddle list-library`: what is known of library functions, for people who wonder
// why a call is refused, or what a loop that calls it is taken for.
#pragma once

#include <string>

namespace heddle::cli {

// What the columns mean.
extern const char* const kLibraryColumns;

// The table of core/library.h, a line each row.
std::string listedLibrary();
// The same as JSON, with names of C++ as people write them, and the reason where a function is refused.
std::string listedLibraryJson();

}  // namespace heddle::cli
