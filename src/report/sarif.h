// The report as SARIF 2.1.0, which code scanning and editors read.
#pragma once

#include <span>
#include <string>

#include "report/report.h"

namespace heddle::report {

std::string sarif(const Report& report);
// The same of many tests.
std::string sarifOfTests(std::span<const Report> reports);

}  // namespace heddle::report
