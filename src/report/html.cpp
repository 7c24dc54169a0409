#include "report/html.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/embedded_source.h"
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

// Few strings, of which most are there many times: each once, and by line which it is.
Json numbered(Json texts) {
  std::map<std::string, std::size_t> numbers;
  Json of = Json::array(), is = Json::array();
  for (Json& text : texts) {
    const auto [number, isNew] = numbers.emplace(text.get_ref<const std::string&>(), numbers.size());
    is.push_back(number->second);
    if (isNew) of.push_back(std::move(text));
  }
  return {{"of", std::move(of)}, {"is", std::move(is)}};
}

// A list of objects by columns: an execution has thousands of lines, which begin with the same names.
Json byColumns(Json rows) {
  Json columns = Json::object();
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (auto& [name, value] : rows[i].items()) {
      Json& column = columns[name];
      while (column.size() < i) column.push_back(nullptr);
      column.push_back(std::move(value));
    }
  for (auto& [name, column] : columns.items()) {
    while (column.size() < rows.size()) column.push_back(nullptr);
    if (std::ranges::all_of(column, &Json::is_string)) column = numbered(std::move(column));
  }
  return {{"count", rows.size()}, {"columns", std::move(columns)}};
}

void compress(Json& execution) {
  execution.erase("schedule");  // only a replay needs it
  for (const char* const list : {"trace", "events"}) execution[list] = byColumns(std::move(execution[list]));
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
  for (const Finding& finding : report.findings) traces.push_back(&finding.trace);
  for (Json& violation : data["violations"]) compress(violation);
  if (report.findings.empty() && report.stop) {
    traces.push_back(&*report.stop);
    data["stop"] = executionJson(*report.stop);
    compress(data["stop"]);
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
