#include "report/json.h"

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

// An object of so many fields, quickly: an execution has many.
class Fields {
 public:
  explicit Fields(std::size_t count) { fields_.reserve(count); }
  Fields& add(const char* name, Json value) {
    fields_.emplace_back(name, std::move(value));
    return *this;
  }
  Json take() { return std::move(fields_); }

 private:
  Json::object_t fields_;
};

Json traceLine(const core::TraceLine& line) {
  Fields fields(16);
  fields.add("thread", line.thread).add("op", line.op).add("object", line.object).add("order", line.order);
  fields.add("value", line.value).add("file", line.place.file).add("line", line.place.line);
  fields.add("column", line.place.column).add("function", line.place.function).add("note", line.note);
  fields.add("visible", line.visible).add("culprit", line.culprit).add("on-slice", line.matters);
  fields.add("library", line.library).add("internal", line.isInternal);
  if (!line.sw.empty()) fields.add("sw", line.sw);
  return fields.take();
}

// "3" for "= 3".
std::string bareValue(const std::string& value) { return value.starts_with("= ") ? value.substr(2) : value; }

// The execution as a graph: its events by thread and index, each with what it
// reads from and where it stands in coherence order.
Json events(const core::Trace& trace) {
  std::vector<std::size_t> numbers(trace.lines.size());  // by line: which of the events it is
  std::size_t count = 0;
  for (std::size_t i = 0; i < trace.lines.size(); ++i)
    if (trace.lines[i].node) numbers[i] = count++;
  Json list = Json::array();
  for (std::size_t i = 0; i < trace.lines.size(); ++i) {
    const core::TraceLine& line = trace.lines[i];
    if (!line.node) continue;
    const core::GraphNode& node = *line.node;
    Fields event(13);
    event.add("thread", line.thread).add("index", node.index).add("kind", node.kind).add("order", line.order);
    event.add("location", line.object).add("location-id", node.location).add("value", bareValue(line.value));
    event.add("file", line.place.file).add("line", line.place.line).add("trace", i);
    if (node.reads) event.add("rf", node.rf ? Json(numbers[*node.rf]) : Json("initial"));
    if (node.co != 0) event.add("co", node.co);
    if (node.later) event.add("later", numbers[*node.later]);
    list.push_back(event.take());
  }
  return list;
}

Json schedule(const std::vector<core::ScheduleStep>& steps) {
  Json list = Json::array();
  for (const core::ScheduleStep& step : steps) {
    Fields fields(3);
    fields.add("thread", step.thread).add("choice", step.choice);
    if (step.stops) fields.add("stops", true);
    list.push_back(fields.take());
  }
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
  Json json{
      {"name", test.name}, {"file", test.place.file}, {"line", test.place.line}, {"answer", name(answerOf(report))}};
  if (!test.expects.empty()) json["expects"] = test.expects;
  return json;
}

std::string dumped(const Json& root) {
  // A program under test may print or name things that are not UTF-8; JSON must be.
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

Json executionJson(const core::Trace& trace) {
  Json lines = Json::array();
  for (const core::TraceLine& line : trace.lines) lines.push_back(traceLine(line));
  return {{"trace", std::move(lines)}, {"blocks", trace.blocks},
          {"output", trace.output},    {"schedule", schedule(trace.schedule)},
          {"graph", trace.isGraph},    {"events", events(trace)}};
}

Json jsonOf(const Report& report) {
  Json root;
  root["heddle"] = "report";
  root["version"] = kJsonVersion;
  if (report.test) root["test"] = test(report);
  root["verdict"] = verdictName(report.outcome.verdict);
  if (!report.outcome.why.empty()) root["why"] = report.outcome.why;
  if (!report.outcome.guarantee.empty()) root["guarantee"] = report.outcome.guarantee;
  if (report.stop && report.stop->stopped) root["stopped"] = location(report.stop->stopped->place);
  root["violations"] = Json::array();
  for (const Finding& finding : report.findings) root["violations"].push_back(violation(finding));
  root["executions"] = executions(report.outcome.executions);
  if (!report.frontierFile.empty()) root["frontier"] = report.frontierFile;
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

std::string json(const Report& report) { return dumped(jsonOf(report)); }

std::string jsonOfTests(std::span<const Report> reports) {
  Json root{{"heddle", "tests"}, {"version", kJsonVersion}, {"answer", name(answerOf(reports))}};
  root["tests"] = Json::array();
  for (const Report& report : reports) root["tests"].push_back(jsonOf(report));
  return dumped(root);
}

}  // namespace heddle::report
