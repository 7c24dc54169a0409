// heddle.toml: defaults for the options of the commands.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/command_line.h"

namespace heddle::cli {

// An option that the file sets.
struct Setting {
  unsigned line = 0;
  std::vector<std::string> arguments;  // what it is on a command line; a switch that is false is nothing there
};

struct Config {
  std::string file;                         // empty: there is none
  std::map<std::string, Setting> settings;  // by long name, without those that the command line has

  std::vector<std::string> arguments() const;
  // "heddle.toml sets model, search"; empty if it sets nothing.
  std::string note() const;
};

// For the command of `line`, whose options come before those of the file.
Result<Config> configFor(const CommandLine& line);

}  // namespace heddle::cli
