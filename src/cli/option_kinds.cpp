#include "cli/option_kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

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

CLI::Validator oneOf(std::vector<std::string> names) {
  return CLI::Validator(
      [names = std::move(names)](std::string& text) {
        if (std::ranges::find(names, text) != names.end()) return std::string();
        return fmt::format("'{}' is none of {}", text, fmt::join(names, ", "));
      },
      "");
}

CLI::Validator numberOfSeconds() {
  return CLI::Validator(
      [](std::string& text) {
        double number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        const bool isNumber = error == std::errc() && end == text.data() + text.size();
        const bool isTime = isNumber && number >= 0 && number <= 1e9;
        return isTime ? std::string() : fmt::format("'{}' is no number of seconds from 0 on", text);
      },
      "");
}

CLI::Option* addTimeLimit(CLI::App& command, double& seconds, const std::string& group) {
  return command.add_option("--time-limit", seconds, "Stop after so many seconds (0: no limit)")
      ->check(numberOfSeconds())
      ->group(group)
      ->type_name("SECONDS");
}

}  // namespace heddle::cli
