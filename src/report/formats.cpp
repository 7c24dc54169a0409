#include "report/formats.h"

#include "report/dot.h"
#include "report/html.h"
#include "report/json.h"

namespace heddle::report {

std::span<const Format> formats() {
  static constexpr Format kRows[] = {
      {"json", "Write the report as JSON", json, nullptr},
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
