// The options of the commands, by topic.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/options.h"

namespace heddle::cli {

void addSource(CLI::App& command, frontend::Source& source);
void addSearchOptions(CLI::App& command, CheckOptions& options);
void addLoopOptions(CLI::App& command, CheckOptions& options);
void addProgramOptions(CLI::App& command, CheckOptions& options);
// Which of its data races are meant.
void addRacyOptions(CLI::App& command, transform::RacyCode& racy, const std::string& group);
// How to show an execution, and the formats of reports that can have one alone.
void addExecutionOptions(CLI::App& command, OutputOptions& output);
// Of tests some formats have a file for each.
enum class Reports { OfOne, OfTests };
void addReportOptions(CLI::App& command, OutputOptions& output, Reports which = Reports::OfOne);
void addBoundedOptions(CLI::App& command, BoundedOptions& options);

}  // namespace heddle::cli
