// Taken out by hand, before the option parser sees them: it would read
// "-std=c11" as a bundle of one-letter flags, and would lose the order of -D
// and -U among each other.
#include "cli/clang_flags.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace heddle::cli {
namespace {

bool takesValue(std::string_view argument) {
  return argument.starts_with("-I") || argument.starts_with("-D") || argument.starts_with("-U");
}

// The same, in an argument of its own.
bool takesNext(std::string_view argument) {
  constexpr std::array kNames{"-isystem", "-iquote", "-idirafter", "-include", "-imacros"};
  return std::ranges::find(kNames, argument) != kNames.end();
}

// What is to become of the code is no question here.
bool isAboutResult(std::string_view argument) { return argument == "-c" || argument == "-static"; }

// No option of Heddle's begins like one of these.
bool standsAlone(std::string_view argument) {
  constexpr std::array kBeginnings{"-std=", "-pthread", "-O", "-W", "-g", "-f", "-m", "-w", "-pedantic", "-ansi", "-l"};
  return std::ranges::any_of(kBeginnings, [&](const char* beginning) { return argument.starts_with(beginning); });
}

std::vector<std::string> takeAfter(std::string_view separator, std::vector<std::string>& arguments) {
  const auto begin = std::ranges::find(arguments, separator);
  if (begin == arguments.end()) return {};
  std::vector<std::string> taken(begin + 1, arguments.end());
  arguments.erase(begin, arguments.end());
  return taken;
}

}  // namespace

std::vector<std::string> takeProgramArguments(std::vector<std::string>& arguments) {
  return takeAfter("--args", arguments);
}

std::vector<std::string> takeDebuggerArguments(std::vector<std::string>& arguments, std::string& problem) {
  std::vector<std::string> taken = takeAfter("--", arguments);
  if (!taken.empty() && std::ranges::find(arguments, "--gdb") == arguments.end())
    problem = "what stands after -- is for gdb, which only --gdb starts";
  return taken;
}

std::vector<std::string> takeClangFlags(std::vector<std::string>& arguments, std::string& problem) {
  std::vector<std::string> flags, rest;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == "--") {
      flags.insert(flags.end(), arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1, arguments.end());
      break;
    }
    if (isAboutResult(argument)) continue;
    if (argument == "-o" && i + 1 < arguments.size()) {
      ++i;
    } else if (standsAlone(argument)) {
      flags.push_back(argument);
    } else if (takesNext(argument) && i + 1 < arguments.size()) {
      flags.push_back(argument);
      flags.push_back(arguments[++i]);
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
