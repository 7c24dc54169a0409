#include "cli/option_kinds.h"

#include <fmt/format.h>

#include <charconv>

namespace heddle::cli {

CLI::Validator within(std::uint64_t least, std::uint64_t most) {
  return CLI::Validator(
      [least, most](std::string& text) {
        std::uint64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        const bool isNumber = error == std::errc() && end == text.data() + text.size();
        if (isNumber && least <= number && number <= most) return std::string();
        return most == kMost64 ? fmt::format("'{}' is no number from {} on", text, least)
                               : fmt::format("'{}' is no number from {} to {}", text, least, most);
      },
      "");
}

CLI::Option* addTimeLimit(CLI::App& command, double& seconds, const std::string& group) {
  return command.add_option("--time-limit", seconds, "Stop after so many seconds (0: no limit)")
      ->check(CLI::Range(0.0, 1e9).description(""))
      ->group(group)
      ->type_name("SECONDS");
}

}  // namespace heddle::cli
