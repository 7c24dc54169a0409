#include "report/execution_json.h"

#include <string>
#include <utility>
#include <vector>

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;
using Visit = std::function<void(Json)>;

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
void forEachEvent(const core::Trace& trace, const Visit& visit) {
  std::vector<std::size_t> numbers(trace.lines.size());  // by line: which of the events it is
  std::size_t count = 0;
  for (std::size_t i = 0; i < trace.lines.size(); ++i)
    if (trace.lines[i].node) numbers[i] = count++;
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
    visit(event.take());
  }
}

Json scheduleStep(const core::ScheduleStep& step) {
  Fields fields(3);
  fields.add("thread", step.thread).add("choice", step.choice);
  if (step.stops) fields.add("stops", true);
  return fields.take();
}

}  // namespace

Json executionJson(const core::Trace& trace) {
  return {{"trace", nullptr},    {"blocks", trace.blocks}, {"output", trace.output},
          {"schedule", nullptr}, {"graph", trace.isGraph}, {"events", nullptr}};
}

void forEachEntry(const core::Trace& trace, std::string_view list, const Visit& visit) {
  if (list == "events") return forEachEvent(trace, visit);
  if (list == "trace")
    for (const core::TraceLine& line : trace.lines) visit(traceLine(line));
  else
    for (const core::ScheduleStep& step : trace.schedule) visit(scheduleStep(step));
}

}  // namespace heddle::report
