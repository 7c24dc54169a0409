#include "cli/present_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "cli/cli.h"
#include "cli/present.h"
#include "cli/terminal.h"
#include "report/formats.h"
#include "report/tests.h"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;
using report::TestAnswer;

int exitCodeOf(TestAnswer answer) {
  switch (answer) {
    case TestAnswer::Passed: return kSafe;
    case TestAnswer::Failed: return kViolation;
    case TestAnswer::Inconclusive: return kInconclusive;
    case TestAnswer::Refused: return kBadInput;
  }
  return kBadInput;
}

// Where that format is to go; empty: nowhere.
std::string targetOf(const report::Format& format, const OutputOptions& output) {
  const auto file = output.files.find(format.name);
  return file == output.files.end() ? std::string() : file->second;
}

// Names of files, in the order of the reports: what no file can be called is replaced, and none is there twice.
std::vector<std::string> fileNames(const std::vector<report::Report>& reports) {
  std::vector<std::string> names;
  for (const report::Report& report : reports) {
    std::string name = report.test->label();
    std::ranges::replace_if(name, [](char c) { return c == '/' || c == ':'; }, '-');
    const std::string base = name;
    for (unsigned i = 2; std::ranges::find(names, name) != names.end(); ++i) name = fmt::format("{}-{}", base, i);
    names.push_back(std::move(name));
  }
  return names;
}

// A file for each test that has something to show.
std::optional<Diagnostic> writeEach(const report::Format& format, const std::vector<report::Report>& reports,
                                    const fs::path& directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) return Diagnostic{fmt::format("cannot make the directory {}: {}", directory.string(), error.message())};
  const std::vector<std::string> names = fileNames(reports);
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const report::Report& report = reports[i];
    const fs::path file = directory / fmt::format("{}.{}", names[i], format.name);
    fs::remove(file, error);  // of an earlier run
    if (report.findings.empty() && !report.stop) continue;
    const auto text = report::written(format, report);
    if (!text) continue;
    if (auto problem = writeFile(file.string(), *text)) return problem;
  }
  return std::nullopt;
}

std::optional<Diagnostic> write(const report::Format& format, const std::vector<report::Report>& reports,
                                const std::string& target) {
  return format.ofTests == nullptr ? writeEach(format, reports, target) : putInto(target, format.ofTests(reports));
}

}  // namespace

std::optional<Diagnostic> cannotPresentTests(const OutputOptions& output) {
  for (const report::Format& format : report::formats()) {
    const std::string target = targetOf(format, output);
    if (target.empty()) continue;
    if (format.ofTests != nullptr) {
      if (auto problem = cannotWrite(target)) return problem;
      continue;
    }
    std::error_code unknown;
    if (target == "-" || (fs::exists(target, unknown) && !fs::is_directory(target, unknown)))
      return Diagnostic{fmt::format("--{} {}: each test has a file of its own; name a directory", format.name, target)};
  }
  return std::nullopt;
}

int presentTests(std::vector<report::Report>& reports, double seconds, const OutputOptions& output) {
  const int code = exitCodeOf(report::answerOf(reports));
  const auto file = output.files.find("json");
  const std::string json = file == output.files.end() ? "" : file->second;
  for (report::Report& report : reports) {
    describeProcess(report);
    report.exitCode = code;
    if (json != "-") report.replayFile = json;
  }
  std::optional<Diagnostic> unwritten;
  for (const report::Format& format : report::formats()) {
    const std::string target = targetOf(format, output);
    if (target.empty()) continue;
    if (auto problem = write(format, reports, target)) unwritten = std::move(problem);
  }
  const report::TextOptions style = textOptions(output);
  std::string text;
  if (!output.quiet)
    for (const report::Report& report : reports) text += report::testDetails(report, style);
  text += report::testSummary(reports, seconds, style.style);
  put(output.takesStdout() ? stderr : stdout, text);
  return unwritten ? complain(unwritten->message) : code;
}

}  // namespace heddle::cli
