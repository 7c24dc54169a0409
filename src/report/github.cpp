#include "report/github.h"

#include <fmt/format.h>

#include "report/rules.h"
#include "report/source_paths.h"
#include "report/tests.h"
#include "report/trace_rows.h"

namespace heddle::report {
namespace {

// A command ends with its line.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '%': out += "%25"; break;
      case '\r': out += "%0D"; break;
      case '\n': out += "%0A"; break;
      default: out += c;
    }
  }
  return out;
}

// A property ends with a comma, all of them with a colon.
std::string escapedProperty(std::string_view text) {
  std::string out;
  for (const char c : escaped(text)) {
    switch (c) {
      case ':': out += "%3A"; break;
      case ',': out += "%2C"; break;
      default: out += c;
    }
  }
  return out;
}

std::string annotation(const Report& report, std::string_view level, const core::Place& place, std::string_view title,
                       std::string_view message) {
  std::string properties;
  if (!place.file.empty()) {
    const std::string& root = report.repository.empty() ? report.directory : report.repository;
    const SourcePath path = sourcePath(place.file, report.directory, root);
    properties = fmt::format("file={},", escapedProperty(path.text));
    if (place.line != 0) properties += fmt::format("line={},", place.line);
    if (place.column != 0) properties += fmt::format("col={},", place.column);
  }
  return fmt::format("::{} {}title={}::{}\n", level, properties, escapedProperty(title), escaped(message));
}

std::string messageOf(const core::Trace& trace) {
  std::string text = trace.violation->message;
  for (const core::TraceLine* line : otherCulprits(trace))
    text += fmt::format("\n{}: {} {}", fullPlace(line->place), line->thread, describe(*line, trace.isGraph));
  return text;
}

}  // namespace

std::string github(const Report& report) {
  const std::string of = report.test ? " in " + report.test->label() : "";
  std::string out;
  for (const Finding& finding : report.findings) {
    const core::Explained& violation = *finding.trace.violation;
    out += annotation(report, "error", violation.place, fmt::format("Heddle: {}{}", ruleOf(violation.kind).title, of),
                      messageOf(finding.trace));
  }
  if (report.outcome.verdict == core::Verdict::Inconclusive) {
    core::Place place;
    if (report.stop && report.stop->stopped) place = report.stop->stopped->place;
    if (place.file.empty() && report.test) place = report.test->place;
    if (place.file.empty() && !report.files.empty()) place.file = report.files.front();
    out += annotation(report, "warning", place, "Heddle: inconclusive" + of, report.outcome.why);
  }
  if (report.outcome.verdict == core::Verdict::Refused && !report.test) {
    core::Place place;
    if (!report.files.empty()) place.file = report.files.front();
    out += annotation(report, "error", place, "Heddle: not checked", report.outcome.why);
  }
  return out;
}

std::string githubOfTests(std::span<const Report> reports) {
  std::string out;
  for (const Report& report : reports) {
    const TestAnswer answer = answerOf(report);
    if (answer == TestAnswer::Passed) continue;
    const std::string text = github(report);
    out += !text.empty() ? text
                         : annotation(report, "error", report.test->place, "Heddle: " + report.test->label(),
                                      whyNotPassed(report));
  }
  return out;
}

}  // namespace heddle::report
