// A report as bytes, from the process that has made it to the one that shows it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "report/report.h"

namespace heddle::check {

std::string toBytes(report::Report report);
// Nothing if they were cut short.
std::optional<report::Report> reportFrom(std::string_view bytes);

}  // namespace heddle::check
