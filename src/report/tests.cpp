#include "report/tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "report/rules.h"
#include "report/trace_rows.h"
#include "report/unicode.h"

namespace heddle::report {
namespace {

constexpr char kAnyViolation[] = "violation";

bool isExpected(const core::Violation& violation, const std::string& expects) {
  return expects == kAnyViolation || expects == core::name(violation.kind);
}

// "a data race".
std::string expectedWords(const Report& report) {
  std::string words = report.test->expects;
  std::ranges::replace(words, '-', ' ');
  const bool isVowel = !words.empty() && std::string_view("aeiou").find(words.front()) != std::string_view::npos;
  return (isVowel ? "an " : "a ") + words;
}

std::string missing(const Report& report) {
  return fmt::format("no violation, but {} is expected", expectedWords(report));
}

double secondsOf(const Report& report) {
  return std::accumulate(report.seconds.begin(), report.seconds.end(), 0.0,
                         [](double sum, const PhaseSeconds& phase) { return sum + phase.seconds; });
}

std::string counted(const Report& report) {
  const std::uint64_t total = report.outcome.executions.total();
  return fmt::format("{} execution{} · {}", grouped(total), total == 1 ? "" : "s",
                     report.isCached ? "cached" : duration(secondsOf(report)));
}

std::string oneLine(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return printable(text);
}

// Room for most, so that what comes after it begins in one column.
constexpr unsigned kCountsWidth = 24;

// Nothing was begun.
bool isUntried(const Report& report) { return report.seconds.empty() && report.outcome.executions.total() == 0; }

// What the line of a test says of an answer; its place, if that is worth a look.
std::pair<std::string, std::string> saidOf(const Report& report, TestAnswer answer) {
  const bool expects = !report.test->expects.empty();
  switch (answer) {
    case TestAnswer::Passed:
      return {expects ? spoken(report.outcome.found.front().violation.kind) + ", as expected" : "", ""};
    case TestAnswer::Failed: {
      if (report.findings.empty()) return {missing(report), ""};
      const core::Explained& violation = *report.findings.front().trace.violation;
      const std::string instead = expects ? fmt::format(" where {} is expected", expectedWords(report)) : "";
      return {spoken(violation.kind) + instead, shortPlace(violation.place)};
    }
    case TestAnswer::Inconclusive: return {"inconclusive: " + oneLine(report.outcome.why), ""};
    case TestAnswer::Refused: return {oneLine(report.outcome.why), ""};
  }
  return {};
}

std::string answerText(const Report& report, TestAnswer answer, const Style& style) {
  const auto [said, place] = saidOf(report, answer);
  std::string text;
  if (said.empty())
    text = style.paint(Tone::Dim, counted(report));
  else if (answer != TestAnswer::Refused && !isUntried(report))
    text = style.paint(Tone::Dim, padded(counted(report), kCountsWidth)) + "  ";
  text += said;
  return place.empty() ? text : text + "  " + style.paint(Tone::Strong, place);
}

std::string mark(TestAnswer answer, const Style& style) {
  switch (answer) {
    case TestAnswer::Passed: return style.paint(Tone::Good, "✓");
    case TestAnswer::Failed: return style.paint(Tone::Bad, "✗");
    case TestAnswer::Inconclusive: return style.paint(Tone::Unsure, "?");
    case TestAnswer::Refused: return style.paint(Tone::Bad, "!");
  }
  return {};
}

}  // namespace

TestAnswer answerOf(const Report& report) {
  const std::string& expects = report.test->expects;
  switch (report.outcome.verdict) {
    case core::Verdict::Safe: return expects.empty() ? TestAnswer::Passed : TestAnswer::Failed;
    case core::Verdict::Violation: {
      const bool isAsExpected = !expects.empty() && std::ranges::any_of(report.outcome.found, [&](const auto& found) {
        return isExpected(found.violation, expects);
      });
      return isAsExpected ? TestAnswer::Passed : TestAnswer::Failed;
    }
    case core::Verdict::Inconclusive: return TestAnswer::Inconclusive;
    case core::Verdict::Refused: return TestAnswer::Refused;
  }
  return TestAnswer::Refused;
}

TestAnswer answerOf(std::span<const Report> reports) {
  for (const TestAnswer answer : {TestAnswer::Failed, TestAnswer::Refused, TestAnswer::Inconclusive})
    if (std::ranges::any_of(reports, [&](const Report& report) { return answerOf(report) == answer; })) return answer;
  return TestAnswer::Passed;
}

std::string whyNotPassed(const Report& report) {
  if (!report.findings.empty()) return report.findings.front().trace.violation->message;
  if (report.outcome.verdict == core::Verdict::Safe) return missing(report);
  return report.outcome.why;
}

std::string testLine(const Report& report, unsigned width, const TextOptions& options) {
  const TestAnswer answer = answerOf(report);
  return fmt::format("{} {}  {}\n", mark(answer, options.style), padded(report.test->label(), width),
                     answerText(report, answer, options.style));
}

std::string testDetails(const Report& report, const TextOptions& options) {
  const TestAnswer answer = answerOf(report);
  if (answer == TestAnswer::Passed || answer == TestAnswer::Refused) return {};
  if (report.findings.empty() && !report.stop) return {};  // its line says all
  const std::string title = fmt::format("── {} ", printable(report.test->label()));
  std::string line = title;
  for (unsigned width = displayWidth(title); width < options.style.width; ++width) line += "─";
  return "\n" + options.style.paint(Tone::Strong, line) + "\n" + text(report, options);
}

std::string testSummary(std::span<const Report> reports, double seconds, const Style& style) {
  const auto count = [&](TestAnswer wanted) {
    return std::ranges::count_if(reports, [&](const Report& report) { return answerOf(report) == wanted; });
  };
  const auto size = static_cast<std::ptrdiff_t>(reports.size());
  const bool hasPrograms = std::ranges::any_of(reports, [](const Report& report) { return report.test->isMain(); });
  const std::string tests = std::string(hasPrograms ? "program" : "test") + (size == 1 ? "" : "s");
  const std::ptrdiff_t passed = count(TestAnswer::Passed);
  const Tone tone = passed == size                                     ? Tone::Good
                    : count(TestAnswer::Inconclusive) == size - passed ? Tone::Unsure
                                                                       : Tone::Bad;
  std::string line =
      style.paint(tone, passed == size && size > 1 ? fmt::format("all {} {} passed", size, tests)
                                                   : fmt::format("{} of {} {} passed", passed, size, tests));
  for (const auto& [answer, word] : {std::pair{TestAnswer::Failed, "failed"},
                                     {TestAnswer::Inconclusive, "inconclusive"},
                                     {TestAnswer::Refused, "not supported"}})
    if (const auto number = count(answer); number != 0) line += fmt::format(", {} {}", number, word);
  if (const auto cached = std::ranges::count(reports, true, &Report::isCached); cached != 0)
    line += fmt::format(", {} cached", cached == size && size > 1 ? "all" : fmt::format("{}", cached));
  return fmt::format("\n{} {}\n", line, style.paint(Tone::Dim, "· " + duration(seconds)));
}

}  // namespace heddle::report
