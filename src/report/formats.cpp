#include "report/formats.h"

#include "report/dot.h"
#include "report/github.h"
#include "report/html.h"
#include "report/json.h"
#include "report/junit.h"
#include "report/sarif.h"

namespace heddle::report {

std::span<const Format> formats() {
  static constexpr Format kRows[] = {
      {"json", "Write the report as JSON", json, nullptr, jsonOfTests},
      {"sarif", "Write it as SARIF 2.1.0, for code scanning", sarif, nullptr, sarifOfTests, false, true},
      {"junit", "Write it as JUnit XML, for Jenkins and GitLab", junit, nullptr, junitOfTests, false, true},
      {"github", "Print annotations for GitHub Actions on standard output,\nand the text on standard error", github,
       nullptr, githubOfTests, true, true},
      {"html", "Write the report as a page for browsers", html, htmlOfExecution},
      {"dot", "Write the violation's execution graph for Graphviz", nullptr, dot},
  };
  return kRows;
}

std::optional<std::string> written(const Format& format, const Report& report) {
  if (format.ofCheck != nullptr) return format.ofCheck(report);
  if (report.findings.empty()) return std::nullopt;
  return format.ofExecution(report.findings.front().trace);
}

}  // namespace heddle::report
