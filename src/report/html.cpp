#include "report/html.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/columns.h"
#include "report/embedded_source.h"
#include "report/execution_json.h"
#include "report/json.h"

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;

// report/html/, put together by CMake.
constexpr std::string_view kPage =
#include "page.html.inc"
    ;
constexpr std::string_view kStyle =
#include "page.css.inc"
    ;
constexpr std::string_view kScript =
#include "page.js.inc"
    ;

// Puts the lists of the execution in. The schedule is left out, which only a replay needs.
void complete(Json& execution, const core::Trace& trace) {
  execution.erase("schedule");
  for (const char* const list : {"trace", "events"}) {
    Columns columns;
    forEachEntry(trace, list, [&](Json entry) { columns.add(std::move(entry)); });
    execution[list] = columns.take();
  }
}

// Nothing in it ends the element that it stands in, or begins another.
std::string asScriptData(const Json& data) {
  std::string out;
  for (const char c : data.dump(-1, ' ', false, Json::error_handler_t::replace)) {
    switch (c) {
      case '<': out += "\\u003c"; break;
      case '>': out += "\\u003e"; break;
      case '&': out += "\\u0026"; break;
      default: out += c;
    }
  }
  return out;
}

std::string filled(std::string_view style, std::string_view script, std::string_view data) {
  std::string out;
  std::string_view rest = kPage;
  for (const auto& [name, text] : {std::pair<std::string_view, std::string_view>{"{{style}}", style},
                                   {"{{data}}", data},
                                   {"{{script}}", script}}) {
    const std::size_t at = rest.find(name);
    out.append(rest.substr(0, at)).append(text);
    rest.remove_prefix(at + name.size());
  }
  return out.append(rest);
}

}  // namespace

std::string html(const Report& report) {
  Json data = jsonOf(report);
  std::vector<const core::Trace*> traces;
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    traces.push_back(&report.findings[i].trace);
    complete(data["violations"][i], report.findings[i].trace);
  }
  if (report.findings.empty() && report.stop) {
    traces.push_back(&*report.stop);
    data["stop"] = executionJson(*report.stop);
    complete(data["stop"], *report.stop);
  }
  data["sources"] = embeddedSource(report.files, traces);
  return filled(kStyle, kScript, asScriptData(data));
}

std::string htmlOfExecution(const core::Trace& trace) {
  Report report;
  report.outcome.verdict = core::Verdict::Violation;
  report.options = Json::object();
  report.findings.push_back({trace, 1});
  return html(report);
}

}  // namespace heddle::report
