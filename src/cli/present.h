// A report, written to where the user wants it.
#pragma once

#include <optional>

#include "base/result.h"
#include "cli/options.h"
#include "report/report.h"

namespace heddle::cli {

// What is wrong with the files that it should go to.
std::optional<Diagnostic> cannotPresent(const OutputOptions& output);
// Says in the report what reports name besides what was found: where this process runs, and how it ends.
void describeProcess(report::Report& report);
// Answers the exit code.
int present(report::Report& report, const OutputOptions& output);

// The same for what Heddle refuses to check, in the formats that other tools read.
int presentRefused(report::Report& report, const OutputOptions& output);

}  // namespace heddle::cli
