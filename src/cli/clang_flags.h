// Flags for clang, and arguments of the program or the debugger, among the arguments of a command.
#pragma once

#include <string>
#include <vector>

namespace heddle::cli {

// Takes all after --args out of `arguments`: they are the program's.
std::vector<std::string> takeProgramArguments(std::vector<std::string>& arguments);

// Takes all after `--` out of `arguments`: they are the debugger's, if there is --gdb.
std::vector<std::string> takeDebuggerArguments(std::vector<std::string>& arguments, std::string& problem);

// Takes -I -D -U (joined or with the value after), -std=, -O2, -Wall and the like, and all
// that stands after `--` out of `arguments`, in their order. On a flag
// without its value, `problem` says so.
std::vector<std::string> takeClangFlags(std::vector<std::string>& arguments, std::string& problem);

}  // namespace heddle::cli
