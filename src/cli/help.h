// What people ask of a command line: help in one screen, and what an unknown word may have meant.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace heddle::cli {

// The options of `heddle check` that people use.
std::string shortHelp();
// The same of `heddle test`.
std::string shortHelpOfTests();

// "; did you mean '--search'?", or nothing if no option of the command is near.
std::string nearestOption(const CLI::App& command, const std::string& argument);
// The same of names without dashes.
std::string suggestion(const std::string& word, const std::vector<std::string>& names);
// The same of the commands.
std::string nearestCommand(const CLI::App& app, const std::string& word);

}  // namespace heddle::cli
