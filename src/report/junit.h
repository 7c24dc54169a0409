// The report as JUnit XML, which Jenkins and GitLab read: a program is a test case.
#pragma once

#include <string>

#include "report/report.h"

namespace heddle::report {

std::string junit(const Report& report);

}  // namespace heddle::report
