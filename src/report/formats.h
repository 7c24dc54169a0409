// The formats of a report besides the text for people. The options of the command
// line are derived from these rows: adding a format is one file and one row.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "report/report.h"

namespace heddle::report {

struct Format {
  std::string_view name;  // of its option, too
  std::string_view help;
  // A format is of the whole check, or of one execution, or there is one of either; the other is null.
  std::string (*ofCheck)(const Report& report);
  std::string (*ofExecution)(const core::Trace& trace);
  // All tests in one file; null: the option names a directory, and each test has a file there.
  std::string (*ofTests)(std::span<const Report> reports) = nullptr;
  bool isForStdout = false;  // there is no file to name
  bool isOfRefused = false;  // a program that is not checked has one, too
};

std::span<const Format> formats();

// Nothing if it is the format of an execution, and no violation was found.
std::optional<std::string> written(const Format& format, const Report& report);

}  // namespace heddle::report
