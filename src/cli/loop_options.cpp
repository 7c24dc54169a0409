// Options about loops.
#include <fmt/format.h>

#include <regex>

#include "cli/command_options.h"
#include "cli/option_kinds.h"

namespace heddle::cli {
namespace {

// FILE:LINE=N or FILE:LINE:COLUMN=N; what is wrong with it, or nothing.
std::string readBound(const std::string& text, transform::LoopBound& bound) {
  static const std::regex form("(.+?):([0-9]{1,9})(?::([0-9]{1,9}))?=([0-9]{1,9})");
  std::smatch parts;
  if (!std::regex_match(text, parts, form))
    return fmt::format("'{}' is not of the form FILE:LINE=N or FILE:LINE:COLUMN=N", text);
  const auto number = [&](int part) {
    return parts[part].matched ? static_cast<unsigned>(std::stoul(parts[part])) : 0;
  };
  bound = {parts[1], number(2), number(3), number(4)};
  return {};
}

}  // namespace

void addLoopOptions(CLI::App& command, CheckOptions& options) {
  const std::string group = "Loops";
  transform::LoopOptions& loops = options.loops;
  countsOf(command, group)("--unroll", loops.unroll,
                           "No loop runs more than N iterations; those that the compiler\nknows to end are not counted",
                           0, 1U << 30);
  command
      .add_option_function<std::vector<std::string>>(
          "--unroll-loop",
          [&](const std::vector<std::string>& bounds) {
            for (const std::string& text : bounds) {
              const std::string problem = readBound(text, loops.unrollLoops.emplace_back());
              if (!problem.empty()) throw CLI::ValidationError("--unroll-loop", problem);
            }
          },
          "The same for one loop, or one line (may be repeated)")
      ->allow_extra_args(false)
      ->group(group)
      ->type_name("FILE:LINE[:COLUMN]=N");
  command
      .add_flag("--explain-loops", options.output.explainLoops,
                "Say of each loop under which condition its iterations have no\neffect, and what was made of it")
      ->group(group);
}

}  // namespace heddle::cli
