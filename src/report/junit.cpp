#include "report/junit.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <vector>

#include "report/rules.h"
#include "report/tests.h"
#include "report/text.h"
#include "report/unicode.h"

namespace heddle::report {
namespace {

// XML has no way at all to write most control characters, so text must be printable() first; that leaves two
// characters of Unicode that XML excludes.
std::string escaped(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    std::size_t taken = 1;
    if (text.starts_with("\xEF\xBF\xBE") || text.starts_with("\xEF\xBF\xBF")) {
      taken = 3;
      out += "\xEF\xBF\xBD";
    } else {
      switch (text.front()) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        default: out += text.front();
      }
    }
    text.remove_prefix(taken);
  }
  return out;
}

std::string attribute(std::string_view name, std::string_view value) {
  return fmt::format(" {}=\"{}\"", name, escaped(printable(value)));
}

std::string nameOf(const Report& report) {
  std::string name;
  for (const std::string& file : report.files) name += (name.empty() ? "" : " ") + file;
  return name;
}

// "queue_test" of "tests/queue_test.cpp".
std::string stemOf(const std::string& file) { return std::filesystem::path(file).stem().string(); }

// What is inside of a test case that has not passed.
std::string problem(const Report& report, const std::string& text) {
  if (report.test && answerOf(report) == TestAnswer::Passed) return {};
  if (!report.findings.empty()) {
    const core::Explained& violation = *report.findings.front().trace.violation;
    const std::string place = violation.place.file.empty() ? "" : locatedMessage(violation.place, "");
    return fmt::format("<failure{}{}>{}</failure>", attribute("message", place + violation.message),
                       attribute("type", ruleOf(violation.kind).title), text);
  }
  const bool isInconclusive = report.outcome.verdict == core::Verdict::Inconclusive;
  const bool isRefused = report.outcome.verdict == core::Verdict::Refused;
  if (isInconclusive || isRefused)
    return fmt::format("<error{}{}>{}</error>", attribute("message", report.outcome.why),
                       attribute("type", isRefused ? "refused" : "inconclusive"), isRefused ? "" : text);
  if (!report.test) return {};
  return fmt::format("<failure{}{}>{}</failure>", attribute("message", whyNotPassed(report)),
                     attribute("type", "no violation"), text);
}

struct Case {
  std::string text;
  bool isFailure = false, isError = false;
  double seconds = 0;
};

Case caseOf(const Report& report) {
  Case one;
  if (!report.isCached)  // else it has taken nothing here
    one.seconds = std::accumulate(report.seconds.begin(), report.seconds.end(), 0.0,
                                  [](double sum, const PhaseSeconds& phase) { return sum + phase.seconds; });
  const std::string text =
      escaped(report::text(report, {.style = {}, .fullTrace = false, .quiet = false, .stats = false}));
  const std::string inside = problem(report, text);
  one.isFailure = inside.starts_with("<failure");
  one.isError = inside.starts_with("<error");
  const std::string first = report.files.empty() ? "" : report.files.front();
  const std::string file = report.test ? report.test->place.file : first;
  const bool isTest = report.test && !report.test->isMain();
  one.text =
      fmt::format("  <testcase{} classname=\"{}\"", attribute("name", isTest ? report.test->name : nameOf(report)),
                  isTest ? escaped(printable(stemOf(file))) : "heddle");
  if (!file.empty()) one.text += attribute("file", file);
  if (isTest) one.text += fmt::format(" line=\"{}\"", report.test->place.line);
  one.text += fmt::format(" time=\"{:.3f}\">\n", one.seconds);
  one.text += inside.empty() ? fmt::format("   <system-out>{}</system-out>\n", text) : fmt::format("   {}\n", inside);
  one.text += "  </testcase>\n";
  return one;
}

std::string properties(const Report& report) {
  const auto row = [](std::string_view name, std::string_view value) {
    return fmt::format("   <property{}{}/>\n", attribute("name", name), attribute("value", value));
  };
  return "  <properties>\n" + row("search", report.search) + row("model", report.model) + "  </properties>\n";
}

std::string suite(const std::vector<Case>& cases, const std::string& properties) {
  double seconds = 0;
  for (const Case& one : cases) seconds += one.seconds;
  const std::string counts = fmt::format(" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"0\" time=\"{:.3f}\"",
                                         cases.size(), std::ranges::count(cases, true, &Case::isFailure),
                                         std::ranges::count(cases, true, &Case::isError), seconds);
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  out += fmt::format("<testsuites name=\"heddle\"{}>\n <testsuite name=\"heddle\"{}>\n", counts, counts);
  out += properties;
  for (const Case& one : cases) out += one.text;
  return out + " </testsuite>\n</testsuites>\n";
}

}  // namespace

std::string junit(const Report& report) { return suite({caseOf(report)}, properties(report)); }

std::string junitOfTests(std::span<const Report> reports) {
  std::vector<Case> cases;
  for (const Report& report : reports) cases.push_back(caseOf(report));
  return suite(cases, "");
}

}  // namespace heddle::report
