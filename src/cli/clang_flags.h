// Flags for clang, and arguments of the program, among the arguments of `heddle check`.
#pragma once

#include <string>
#include <vector>

namespace heddle::cli {

// Takes all after --args out of `arguments`: they are the program's.
std::vector<std::string> takeProgramArguments(std::vector<std::string>& arguments);

// Takes -I -D -U (joined or with the value after), -std=, -O2, -Wall and the like, and all
// that stands after `--` out of `arguments`, in their order. On a flag
// without its value, `problem` says so.
std::vector<std::string> takeClangFlags(std::vector<std::string>& arguments, std::string& problem);

}  // namespace heddle::cli
