// Kinds of options that several commands have: names of a few values, whole numbers.
#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace heddle::cli {

inline constexpr std::uint64_t kMost64 = std::numeric_limits<std::int64_t>::max();

// A whole number.
CLI::Validator within(std::uint64_t least, std::uint64_t most);

// One of these names.
CLI::Validator oneOf(std::vector<std::string> names);

CLI::Validator numberOfSeconds();

// Seconds; 0 is no limit.
CLI::Option* addTimeLimit(CLI::App& command, double& seconds, const std::string& group);

// An option whose value is one of a few names.
template <typename T>
CLI::Option* addNamed(CLI::App& command, const char* name, T& value, const std::map<std::string, T>& names,
                      const char* help) {
  std::vector<std::string> all;
  for (const auto& [known, meant] : names) all.push_back(known);
  return command
      .add_option_function<std::string>(
          name, [&](const std::string& chosen) { value = names.at(chosen); }, help)
      ->check(oneOf(std::move(all)));
}

// Adds options that are whole numbers.
inline auto countsOf(CLI::App& command, const std::string& group) {
  return [&command, group](const char* name, auto& value, const std::string& help, std::uint64_t least = 1,
                           std::uint64_t most = kMost64) {
    CLI::Option* const option =
        command.add_option(name, value, help)->check(within(least, most))->group(group)->type_name("N");
    if constexpr (requires { value + 1; }) option->capture_default_str();
  };
}

// An option whose value is the name of a row; the help has a line for each.
template <typename Rows>
CLI::Option* addRowName(CLI::App& command, const char* option, std::string& value, const Rows& rows, std::string help) {
  std::vector<std::string> names;
  for (const auto& row : rows) {
    names.emplace_back(row.name);
    help += "\n  " + std::string(row.name) + ": " + std::string(row.description);
  }
  return command.add_option(option, value, help)->check(oneOf(std::move(names)))->type_name("NAME");
}

}  // namespace heddle::cli
