// The report for programs: the schema is in docs/json.md.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "report/report.h"

namespace heddle::report {

inline constexpr int kJsonVersion = 1;

std::string json(const Report& report);
// The same of many tests.
std::string jsonOfTests(std::span<const Report> reports);

// The same as a value, for formats that embed it; but for the lists of each execution (execution_json.h), which are
// null.
nlohmann::ordered_json jsonOf(const Report& report);

// What it takes to run a recorded execution again.
struct Recording {
  std::string test;  // empty: it is of the program's main
  std::vector<std::string> files;
  std::vector<std::string> flags;
  std::map<std::string, std::vector<std::string>> flagsOfFiles;
  nlohmann::ordered_json options;
  core::ViolationKind kind = core::ViolationKind::Assertion;
  std::string message;
  core::Place place;
  std::vector<core::ScheduleStep> schedule;
  bool isGraph = false;
};

// Reads back the violation `which` (from 0). `name` is only for the diagnostics. Of a report on tests that of `test`,
// or if that is empty the only one with a violation.
Result<Recording> readRecording(std::string_view text, const std::string& name, std::size_t which = 0,
                                const std::string& test = {});

}  // namespace heddle::report
