// The reports on many tests, written to where the user wants them.
#pragma once

#include <optional>
#include <vector>

#include "base/result.h"
#include "cli/options.h"
#include "report/report.h"

namespace heddle::cli {

// What is wrong with the files and directories that they should go to.
std::optional<Diagnostic> cannotPresentTests(const OutputOptions& output);
// All but the lines that each test had when it answered. Answers the exit code.
int presentTests(std::vector<report::Report>& reports, double seconds, const OutputOptions& output);

}  // namespace heddle::cli
