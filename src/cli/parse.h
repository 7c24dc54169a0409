// The command line, read.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "cli/message.h"
#include "cli/options.h"

namespace heddle::cli {

using Command = std::variant<CheckOptions, EstimateOptions, TestOptions, BoundedOptions, ReplayOptions, Message>;

// `arguments` without the name of the program.
Command parse(std::vector<std::string> arguments);

}  // namespace heddle::cli
