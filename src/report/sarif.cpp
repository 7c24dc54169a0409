// Follows   Static Analysis Results Interchange Format (SARIF) Version 2.1.0, OASIS Standard.
//
// A violation is a result, its kind a rule. The execution is a code flow with a thread flow for each thread; the
// execution orders of their locations say how they interleave. That a check is inconclusive is no result but a
// notification of the invocation.
#include "report/sarif.h"

#include <map>
#include <vector>

#include "report/rules.h"
#include "report/source_lines.h"
#include "report/source_paths.h"
#include "report/tests.h"
#include "report/trace_rows.h"

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kSchema[] = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
constexpr char kRoot[] = "%SRCROOT%";
constexpr char kInconclusive[] = "inconclusive";
// Of a longer execution only the lines that the text has: viewers show a thousand.
constexpr std::size_t kMostSteps = 1000;

// 3.11.5: braces stand for arguments; two of them for themselves.
Json message(std::string_view text) {
  std::string out;
  for (const char c : text) {
    out += c;
    if (c == '{' || c == '}') out += c;
  }
  return {{"text", out}};
}

class Log {
 public:
  // At least one.
  explicit Log(std::span<const Report> reports) : reports_(reports), report_(reports.front()) {}

  Json run() {
    Json run{{"tool", {{"driver", driver()}}}};
    run["invocations"].push_back(invocation());
    if (!report_.directory.empty())
      run["originalUriBaseIds"][kRoot] = {{"uri", uriOf(report_.directory + (report_.directory == "/" ? "" : "/"))}};
    run["automationDetails"] = {
        {"id", "heddle/" + (report_.files.empty() ? "" : pathOf(report_.files.front()).text) + "/"}};
    run["columnKind"] = "unicodeCodePoints";
    run["results"] = Json::array();
    for (const Report& report : reports_)
      if (!hasPassed(report))
        for (const Finding& finding : report.findings) run["results"].push_back(result(finding, report));
    if (!report_.test) run["properties"] = {{"search", report_.search}, {"model", report_.model}};
    return run;
  }

 private:
  static Json driver() {
    Json rows = Json::array();
    for (const Rule& rule : rules())
      rows.push_back({{"id", core::name(rule.kind)},
                      {"shortDescription", message(rule.summary)},
                      {"help", message(rule.help)},
                      {"defaultConfiguration", {{"level", "error"}}}});
    Json notification{{"id", kInconclusive},
                      {"shortDescription", message("Nothing wrong was found, but not everything was checked.")}};
    return {{"name", "Heddle"},
            {"version", HEDDLE_VERSION},
            {"semanticVersion", HEDDLE_VERSION},
            {"rules", std::move(rows)},
            {"notifications", Json::array({std::move(notification)})}};
  }

  // A test that found what it expects to find.
  static bool hasPassed(const Report& report) { return report.test && answerOf(report) == TestAnswer::Passed; }

  Json invocation() {
    bool isInconclusive = false;
    bool isFound = false;
    Json notifications = Json::array();
    for (const Report& report : reports_) {
      addNotifications(report, notifications);
      if (hasPassed(report)) continue;
      isInconclusive |= report.findings.empty() && report.outcome.verdict != core::Verdict::Safe;
      isFound |= !report.findings.empty() || report.test;
    }
    isFound &= !isInconclusive;
    const bool isRefused = report_.outcome.verdict == core::Verdict::Refused && !report_.test;
    return {{"executionSuccessful", !isInconclusive},
            {"exitCode", report_.exitCode},
            {"exitCodeDescription", isRefused        ? "refused"
                                    : isInconclusive ? kInconclusive
                                    : isFound        ? "violation"
                                                     : "safe"},
            {"toolExecutionNotifications", std::move(notifications)}};
  }

  void addNotifications(const Report& report, Json& notifications) {
    if (report.outcome.verdict == core::Verdict::Inconclusive) notifications.push_back(inconclusive(report));
    const bool isSafe = report.outcome.verdict == core::Verdict::Safe;
    const bool isRefused = report.outcome.verdict == core::Verdict::Refused;
    if (isRefused && !report.test)
      notifications.push_back({{"level", "error"}, {"message", message(report.outcome.why)}});
    if (report.test && !hasPassed(report) && (isSafe || isRefused))
      notifications.push_back({{"level", "error"},
                               {"message", message(ofTest(report) + whyNotPassed(report))},
                               {"locations", Json::array({location(report.test->place)})}});
    for (const auto* const notes : {&report.notes, &report.outcome.limitations, &report.outcome.remarks})
      for (const std::string& note : *notes)
        notifications.push_back({{"level", "note"}, {"message", message(ofTest(report) + note)}});
  }

  static std::string ofTest(const Report& report) { return report.test ? report.test->label() + ": " : ""; }

  Json inconclusive(const Report& report) {
    Json notification{{"level", "warning"},
                      {"descriptor", {{"id", kInconclusive}, {"index", 0}}},
                      {"message", message(ofTest(report) + report.outcome.why)}};
    if (report.stop && report.stop->stopped && !report.stop->stopped->place.file.empty())
      notification["locations"].push_back(location(report.stop->stopped->place));
    else if (report.test)
      notification["locations"].push_back(location(report.test->place));
    return notification;
  }

  SourcePath pathOf(const std::string& file) const { return sourcePath(file, report_.directory, report_.directory); }

  // What is not known of a place is left out.
  Json location(const core::Place& place) {
    Json location = Json::object();
    if (!place.file.empty()) {
      const SourcePath path = pathOf(place.file);
      Json& physical = location["physicalLocation"];
      physical["artifactLocation"]["uri"] = uriOf(path.text);
      if (path.isBelow) physical["artifactLocation"]["uriBaseId"] = kRoot;
      if (place.line != 0) {
        physical["region"]["startLine"] = place.line;
        if (place.column != 0)
          physical["region"]["startColumn"] = sources_.charactersUpTo(place.file, place.line, place.column);
      }
    }
    if (!place.function.empty())
      location["logicalLocations"] = Json::array({{{"fullyQualifiedName", place.function}, {"kind", "function"}}});
    return location;
  }

  Json result(const Finding& finding, const Report& report) {
    const core::Explained& violation = *finding.trace.violation;
    Json result{{"ruleId", core::name(violation.kind)},
                {"ruleIndex", static_cast<std::size_t>(violation.kind)},
                {"level", "error"},
                {"message", message(ofTest(report) + violation.message)},
                {"locations", Json::array()}};
    if (!violation.place.file.empty()) result["locations"].push_back(location(violation.place));
    const auto others = otherCulprits(finding.trace);
    for (std::size_t i = 0; i < others.size(); ++i) {
      Json related = step(*others[i], finding.trace.isGraph);
      related["id"] = i;
      result["relatedLocations"].push_back(std::move(related));
    }
    if (!finding.trace.lines.empty()) result["codeFlows"] = Json::array({codeFlow(finding.trace)});
    if (finding.executions > 1) result["occurrenceCount"] = finding.executions;
    return result;
  }

  // A line of an execution, with its place.
  Json step(const core::TraceLine& line, bool isGraph) {
    Json step = location(line.place);
    step["message"] = message(line.thread + ": " + describe(line, isGraph));
    return step;
  }

  static const char* importanceOf(const core::TraceLine& line) {
    if (line.culprit) return "essential";
    return line.visible && line.matters ? "important" : "unimportant";
  }

  Json codeFlow(const core::Trace& trace) {
    std::vector<std::string> threads;  // in the order in which they begin
    std::map<std::string, Json> steps;
    for (const Row& row : rowsOf(trace, trace.lines.size() <= kMostSteps, sources_)) {
      if (row.leftOut != 0) continue;
      const core::TraceLine& line = trace.lines[row.line];
      if (!steps.contains(line.thread)) threads.push_back(line.thread);
      steps[line.thread].push_back({{"location", step(line, trace.isGraph)},
                                    {"executionOrder", row.line + 1},
                                    {"importance", importanceOf(line)}});
    }
    Json flows = Json::array();
    for (const std::string& thread : threads)
      flows.push_back({{"id", thread}, {"message", message(thread)}, {"locations", std::move(steps[thread])}});
    return {{"threadFlows", std::move(flows)}};
  }

  std::span<const Report> reports_;
  const Report& report_;  // the first one: what all of them have in common
  SourceLines sources_;
};

}  // namespace

std::string sarif(const Report& report) { return sarifOfTests({&report, 1}); }

std::string sarifOfTests(std::span<const Report> reports) {
  const Json root{{"$schema", kSchema}, {"version", "2.1.0"}, {"runs", Json::array({Log(reports).run()})}};
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace heddle::report
