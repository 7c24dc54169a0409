#include "report/junit.h"

#include <fmt/format.h>

#include <numeric>

#include "report/rules.h"
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

// What is inside of a test case that has not passed.
std::string problem(const Report& report, const std::string& text) {
  if (!report.findings.empty()) {
    const core::Explained& violation = *report.findings.front().trace.violation;
    const std::string place = violation.place.file.empty() ? "" : locatedMessage(violation.place, "");
    return fmt::format("<failure{}{}>{}</failure>", attribute("message", place + violation.message),
                       attribute("type", ruleOf(violation.kind).title), text);
  }
  if (report.outcome.verdict != core::Verdict::Inconclusive) return {};
  return fmt::format("<error{}{}>{}</error>", attribute("message", report.outcome.why),
                     attribute("type", "inconclusive"), text);
}

std::string properties(const Report& report) {
  const auto row = [](std::string_view name, std::string_view value) {
    return fmt::format("   <property{}{}/>\n", attribute("name", name), attribute("value", value));
  };
  return "  <properties>\n" + row("search", report.search) + row("model", report.model) + "  </properties>\n";
}

}  // namespace

std::string junit(const Report& report) {
  const double seconds = std::accumulate(report.seconds.begin(), report.seconds.end(), 0.0,
                                         [](double sum, const PhaseSeconds& phase) { return sum + phase.seconds; });
  const std::string text =
      escaped(report::text(report, {.style = {}, .fullTrace = false, .quiet = false, .stats = false}));
  const std::string inside = problem(report, text);
  const bool isFailure = inside.starts_with("<failure");
  const std::string counts = fmt::format(" tests=\"1\" failures=\"{}\" errors=\"{}\" skipped=\"0\" time=\"{:.3f}\"",
                                         isFailure ? 1 : 0, !inside.empty() && !isFailure ? 1 : 0, seconds);
  const std::string file = report.files.empty() ? "" : attribute("file", report.files.front());
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  out += fmt::format("<testsuites name=\"heddle\"{}>\n <testsuite name=\"heddle\"{}>\n", counts, counts);
  out += properties(report);
  out += fmt::format("  <testcase{} classname=\"heddle\"{} time=\"{:.3f}\">\n", attribute("name", nameOf(report)), file,
                     seconds);
  out += inside.empty() ? fmt::format("   <system-out>{}</system-out>\n", text) : fmt::format("   {}\n", inside);
  return out + "  </testcase>\n </testsuite>\n</testsuites>\n";
}

}  // namespace heddle::report
