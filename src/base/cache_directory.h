// Where a user's programs keep what can be made again.
#pragma once

#include <string>

namespace heddle {

// ${XDG_CACHE_HOME:-~/.cache}/heddle, which is made if it is not there; empty if one cannot write there.
std::string userCacheDirectory();

}  // namespace heddle
