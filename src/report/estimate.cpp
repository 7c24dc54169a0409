#include "report/estimate.h"

#include <fmt/format.h>

#include "report/about.h"
#include "report/json.h"
#include "report/unicode.h"

namespace heddle::report {
namespace {

std::string exactly(double number) { return grouped(static_cast<unsigned long long>(number)); }

std::string range(const std::string& low, const std::string& high) { return low + " to " + high; }

}  // namespace

std::string text(const Estimate& estimate, const Report& report) {
  const std::string how = fmt::format(" · search {}, model {}\n", report.search, report.model);
  const std::string rate = fmt::format("{}/s", aboutNumber(estimate.perSecond));
  std::string out;
  if (estimate.isExplored)
    out = fmt::format("{} execution{}, all explored on the way without a violation · {}", exactly(estimate.executions),
                      estimate.executions == 1 ? "" : "s", aboutTime(estimate.seconds(estimate.executions)));
  else if (!estimate.isKnown)
    out = fmt::format(
        "more than {} executions, {}; how many there are is not known yet: give it more time by --time-limit",
        exactly(estimate.executions), rate);
  else
    out = fmt::format("about {} executions ({}) · {} · {} ({})", aboutNumber(estimate.executions),
                      aboutRange(estimate.low, estimate.high), rate, aboutTime(estimate.seconds(estimate.executions)),
                      range(aboutTime(estimate.seconds(estimate.low)), aboutTime(estimate.seconds(estimate.high))));
  out += how;
  for (const std::string& note : report.notes) out += "  " + printable(note) + "\n";
  return out;
}

std::string json(const Estimate& estimate, const Report& report) {
  nlohmann::ordered_json root;
  root["heddle"] = "estimate";
  root["version"] = kJsonVersion;
  root["explored"] = estimate.isExplored;
  const char* const executions = estimate.isKnown ? "executions" : "executions-so-far";
  root[executions] = estimate.executions;
  if (estimate.isKnown) root["executions-range"] = {estimate.low, estimate.high};
  root["executions-per-second"] = estimate.perSecond;
  if (estimate.isKnown) {
    root["seconds"] = estimate.seconds(estimate.executions);
    root["seconds-range"] = {estimate.seconds(estimate.low), estimate.seconds(estimate.high)};
  }
  root["search"] = report.search;
  root["model"] = report.model;
  if (!report.notes.empty()) root["notes"] = report.notes;
  root["options"] = report.options;
  root["files"] = report.files;
  root["flags"] = report.flags;
  return root.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace heddle::report
