// All that may stand on a command line, and where what it says goes.
#pragma once

#include <CLI/CLI.hpp>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/message.h"
#include "cli/options.h"

namespace heddle::cli {

// Commands that a configuration file has a table for.
inline constexpr std::array<std::string_view, 5> kConfigurable{"check", "estimate", "test", "bmc", "replay"};

struct CommandLine {
  CommandLine();
  CommandLine(const CommandLine&) = delete;

  // Throws what CLI11 throws.
  void parse(std::vector<std::string> arguments);
  // The same of the command `verb`. What to print if there is nothing to do but that: help, or what is wrong.
  std::optional<Message> read(const std::string& verb, const std::vector<std::string>& arguments);

  // The one that was given; null if there was none.
  CLI::App* command() const;
  bool isOf(std::string_view name) const { return command() != nullptr && command()->get_name() == name; }

  CLI::App app;
  CheckOptions check;
  EstimateOptions estimate;
  TestOptions test;
  BoundedOptions bmc;
  ReplayOptions replay;
  ConfigOptions config;
  bool libraryAsJson = false;
};

Message usageError(const std::string& what, const std::string& verb);

}  // namespace heddle::cli
