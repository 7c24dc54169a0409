#include "report/json.h"

#include <cmath>

#include "base/check.h"
#include "report/execution_json.h"
#include "report/tests.h"

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;

Json location(const core::Place& place, const std::string& through = {}) {
  Json json{{"file", place.file}, {"line", place.line}, {"column", place.column}, {"function", place.function}};
  if (!through.empty()) json["through"] = through;
  return json;
}

Json callers(const std::vector<core::Caller>& calls) {
  Json list = Json::array();
  for (const core::Caller& caller : calls) list.push_back(location(caller.place, caller.through));
  return list;
}

Json others(const std::vector<core::CallPath>& paths) {
  Json list = Json::array();
  for (const core::CallPath& path : paths)
    list.push_back({{"what", path.what},
                    {"thread", path.thread},
                    {"location", location(path.place, path.through)},
                    {"callers", callers(path.callers)}});
  return list;
}

Json violation(const Finding& finding) {
  const core::Explained& what = *finding.trace.violation;
  Json json{
      {"kind", core::name(what.kind)},    {"message", what.message}, {"location", location(what.place, what.through)},
      {"callers", callers(what.callers)}, {"thread", what.thread},   {"others", others(what.others)},
      {"executions", finding.executions}};
  json.update(executionJson(finding.trace));
  return json;
}

const char* verdictName(core::Verdict verdict) {
  switch (verdict) {
    case core::Verdict::Safe: return "safe";
    case core::Verdict::Violation: return "violation";
    case core::Verdict::Inconclusive: return "inconclusive";
    case core::Verdict::Refused: return "refused";
  }
  return "?";
}

Json executions(const core::ExecutionCounts& counts) {
  return {{"complete", counts.complete},
          {"blocked", counts.blocked},
          {"violated", counts.violated},
          {"redundant", counts.redundant},
          {"cut", counts.cut}};
}

Json bounded(const Bounded& bounded) {
  Json looks = Json::array();
  for (const Bounded::Look& look : bounded.looks) {
    Json row{{"depth", look.depth},         {"threads", look.threads}, {"seconds", look.seconds},
             {"conflicts", look.conflicts}, {"bytes", look.bytes},     {"nodes", look.nodes}};
    if (look.decisions) row["decisions"] = *look.decisions;
    looks.push_back(std::move(row));
  }
  return {{"depth", bounded.depth},
          {"encoding", bounded.encoding},
          {"solver", bounded.solver},
          {"looks", std::move(looks)}};
}

Json setAside(const std::vector<core::SetAside>& rules) {
  Json list = Json::array();
  for (const core::SetAside& rule : rules)
    list.push_back({{"rule", rule.rule},
                    {"accesses", rule.accesses},
                    {"stay-plain", rule.stayPlain},
                    {"functions", rule.functions}});
  return list;
}

const char* name(TestAnswer answer) {
  switch (answer) {
    case TestAnswer::Passed: return "passed";
    case TestAnswer::Failed: return "failed";
    case TestAnswer::Inconclusive: return "inconclusive";
    case TestAnswer::Refused: return "refused";
  }
  return "?";
}

Json test(const Report& report) {
  const Test& test = *report.test;
  Json json{{"name", test.label()}, {"file", test.place.file}};
  if (!test.isMain()) json["line"] = test.place.line;
  json["answer"] = name(answerOf(report));
  if (!test.program.empty()) json["program"] = test.program;
  if (!test.expects.empty()) json["expects"] = test.expects;
  return json;
}

}  // namespace

Json jsonOf(const Report& report) {
  Json root;
  root["heddle"] = "report";
  root["version"] = kJsonVersion;
  if (report.test) root["test"] = test(report);
  root["verdict"] = verdictName(report.outcome.verdict);
  if (report.isCached) root["cached"] = true;
  if (!report.outcome.why.empty()) root["why"] = report.outcome.why;
  if (!report.outcome.guarantee.empty()) root["guarantee"] = report.outcome.guarantee;
  if (report.stop && report.stop->stopped) root["stopped"] = location(report.stop->stopped->place);
  root["violations"] = Json::array();
  for (const Finding& finding : report.findings) root["violations"].push_back(violation(finding));
  root["executions"] = executions(report.outcome.executions);
  if (report.outcome.expected != 0)
    root["estimate"] = {{"executions", std::round(report.outcome.expected)}, {"share", report.outcome.share()}};
  if (!report.checkpointFile.empty()) root["frontier"] = report.checkpointFile;
  root["search"] = report.search;
  root["model"] = report.model;
  root["promises"] = report.promises;
  if (report.outcome.sampled != 0) root["sampled"] = report.outcome.sampled;
  if (report.bounded) root["bounded"] = bounded(*report.bounded);
  std::vector<std::string> notes = report.notes;
  notes.insert(notes.end(), report.outcome.limitations.begin(), report.outcome.limitations.end());
  notes.insert(notes.end(), report.outcome.remarks.begin(), report.outcome.remarks.end());
  if (!notes.empty()) root["notes"] = notes;
  if (!report.setAside.empty()) root["set-aside"] = setAside(report.setAside);
  root["options"] = report.options;
  root["files"] = report.files;
  root["flags"] = report.flags;
  if (!report.flagsOfFiles.empty()) root["flags-of-files"] = report.flagsOfFiles;
  root["seconds"] = Json::object();
  for (const PhaseSeconds& phase : report.seconds) {
    Json& seconds = root["seconds"][phase.phase];  // of all that has gone through it
    seconds = (seconds.is_null() ? 0 : seconds.get<double>()) + phase.seconds;
  }
  return root;
}

namespace {

// A program under test may print or name things that are not UTF-8; JSON must be.
std::string written(const Json& value, int indent) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

// Each entry in a line of its own.
std::string listText(const core::Trace& trace, const char* list) {
  std::string text;
  forEachEntry(trace, list,
               [&](const Json& entry) { text += (text.empty() ? "\n        " : ",\n        ") + written(entry, -1); });
  return text.empty() ? "[]" : "[" + text + "\n      ]";
}

// With the lists of the executions that the reports have, in their order.
std::string withExecutions(const Json& json, std::span<const Report> reports) {
  const std::string root = written(json, 2);
  std::string text;
  std::size_t done = 0;
  for (const Report& report : reports)
    for (const Finding& finding : report.findings)
      for (const char* const list : kExecutionLists) {
        // No string has quotes as these are.
        const std::string empty = std::string("\"") + list + "\": null";
        const std::size_t at = root.find(empty, done);
        HEDDLE_CHECK(at != std::string::npos);
        text.append(root, done, at - done).append(empty, 0, empty.size() - 4).append(listText(finding.trace, list));
        done = at + empty.size();
      }
  return text.append(root, done) + "\n";
}

}  // namespace

std::string json(const Report& report) { return withExecutions(jsonOf(report), {&report, 1}); }

std::string jsonOfTests(std::span<const Report> reports) {
  Json root{{"heddle", "tests"}, {"version", kJsonVersion}, {"answer", name(answerOf(reports))}};
  root["tests"] = Json::array();
  for (const Report& report : reports) root["tests"].push_back(jsonOf(report));
  return withExecutions(root, reports);
}

}  // namespace heddle::report
