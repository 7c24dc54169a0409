// The report as JUnit XML, which Jenkins and GitLab read: a program is a test case, and so is each test.
#pragma once

#include <span>
#include <string>

#include "report/report.h"

namespace heddle::report {

std::string junit(const Report& report);
// The same of many tests.
std::string junitOfTests(std::span<const Report> reports);

}  // namespace heddle::report
