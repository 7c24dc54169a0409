// The report as SARIF 2.1.0, which code scanning and editors read.
#pragma once

#include <string>

#include "report/report.h"

namespace heddle::report {

std::string sarif(const Report& report);

}  // namespace heddle::report
