// compile_commands.json: with which flags a build compiles its files.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace heddle::frontend {

using FlagsOfFiles = std::map<std::string, std::vector<std::string>>;

struct FromDatabase {
  FlagsOfFiles flagsOf;            // by name as it was asked for
  std::vector<std::string> notes;  // what was chosen where there was a choice
};

// Of a command only what says what its source means; paths are absolute. `database` is the file, or the directory that
// has it. Files that no compiler reads any more have no flags.
Result<FromDatabase> flagsFromDatabase(const std::string& database, const std::vector<std::string>& files);

// The same of one command, which ran in `directory`: its first word is the compiler.
std::vector<std::string> flagsOfCommand(const std::vector<std::string>& command, const std::string& directory);

}  // namespace heddle::frontend
