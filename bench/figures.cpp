#include "figures.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <stdexcept>

#include "child.h"
#include "measure.h"
#include "table.h"

namespace heddle::bench {

std::string Figure::text() const { return fmt::format("{}+{}", grouped(complete), grouped(others)); }

Reached reachedBy(const Workload& workload, const std::vector<std::string>& options, const char* seconds) {
  const ScratchFolder folder;
  const std::string report = folder.path() + "/report.json";
  std::vector<std::string> command{HEDDLE_TOOL,    "check",        "-j",    "1",      "--quiet",
                                   "--keep-going", "--time-limit", seconds, "--json", report};
  command.insert(command.end(), options.begin(), options.end());
  command.insert(command.end(), workload.flags.begin(), workload.flags.end());
  command.push_back(programFile(workload.file));
  if (runChild(command).status == 2) throw std::runtime_error("heddle does not accept " + workload.file);
  std::ifstream file(report);
  const auto json = nlohmann::json::parse(file);
  const auto count = [&](const char* what) { return json.at("executions").at(what).get<double>(); };
  return {{count("complete"), count("blocked") + count("violated") + count("redundant") + count("cut")},
          json.value("why", "")};
}

std::optional<Figure> figureOf(const Workload& workload, const std::vector<std::string>& options, const char* seconds) {
  const Reached reached = reachedBy(workload, options, seconds);
  if (reached.why.find("time limit") != std::string::npos) return std::nullopt;
  return reached.figure;
}

}  // namespace heddle::bench
