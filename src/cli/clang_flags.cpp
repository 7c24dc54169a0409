// Taken out by hand, before the option parser sees them: it would read
// "-std=c11" as a bundle of one-letter flags, and would lose the order of -D
// and -U among each other.
#include "cli/clang_flags.h"

#include <string_view>

namespace heddle::cli {
namespace {

bool takesValue(std::string_view argument) {
  return argument.starts_with("-I") || argument.starts_with("-D") || argument.starts_with("-U");
}

bool standsAlone(std::string_view argument) { return argument.starts_with("-std=") || argument == "-pthread"; }

}  // namespace

std::vector<std::string> takeClangFlags(std::vector<std::string>& arguments, std::string& problem) {
  std::vector<std::string> flags, rest;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == "--") {
      flags.insert(flags.end(), arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1, arguments.end());
      break;
    }
    if (standsAlone(argument)) {
      flags.push_back(argument);
    } else if (!takesValue(argument)) {
      rest.push_back(argument);
    } else if (argument.size() > 2) {
      flags.push_back(argument);
    } else if (i + 1 < arguments.size() && arguments[i + 1] != "--") {
      flags.push_back(argument + arguments[++i]);
    } else {
      problem = argument + " needs a value";
    }
  }
  arguments = std::move(rest);
  return flags;
}

}  // namespace heddle::cli
