// Flags for clang among the arguments of `heddle check`.
#pragma once

#include <string>
#include <vector>

namespace heddle::cli {

// Takes -I -D -U (joined or with the value after), -std=, -pthread, and all
// that stands after `--` out of `arguments`, in their order. On a flag
// without its value, `problem` says so.
std::vector<std::string> takeClangFlags(std::vector<std::string>& arguments, std::string& problem);

}  // namespace heddle::cli
