// The command line, read.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "cli/options.h"

namespace heddle::cli {

// Nothing to do but to print: help, version, or what is wrong with the usage.
struct Message {
  std::string text;
  bool isError = false;
};

using Command = std::variant<CheckOptions, EstimateOptions, BoundedOptions, ReplayOptions, Message>;

// `arguments` without the name of the program.
Command parse(std::vector<std::string> arguments);

}  // namespace heddle::cli
