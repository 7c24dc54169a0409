// Annotations that GitHub Actions shows beside the lines of a change: workflow commands, a line each.
#pragma once

#include <string>

#include "report/report.h"

namespace heddle::report {

std::string github(const Report& report);

}  // namespace heddle::report
