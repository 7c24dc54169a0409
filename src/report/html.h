// The report as a page for browsers: one file that needs no other and no network.
// The page is in report/html/, which is embedded into Heddle.
#pragma once

#include <string>

#include "report/report.h"

namespace heddle::report {

std::string html(const Report& report);
// Of one execution, of which nothing else is known.
std::string htmlOfExecution(const core::Trace& trace);

}  // namespace heddle::report
