// Annotations that GitHub Actions shows beside the lines of a change: workflow commands, a line each.
#pragma once

#include <span>
#include <string>

#include "report/report.h"

namespace heddle::report {

std::string github(const Report& report);
// The same of many tests.
std::string githubOfTests(std::span<const Report> reports);

}  // namespace heddle::report
