// Which standard headers a C++ source starts with: the part that a precompiled
// header can stand for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::frontend {

// The headers of the leading `#include <...>` lines, in order, as far as they
// are standard ones. Comments, blank lines and `#pragma once` are skipped;
// anything else ends the part, since it may change what a later header means.
std::vector<std::string> leadingStandardHeaders(std::string_view source);

}  // namespace heddle::frontend
