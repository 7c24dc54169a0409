#include "core/outcome.h"

namespace heddle::core {

std::size_t contextSwitches(const std::vector<Step>& schedule) {
  std::size_t switches = 0;
  for (std::size_t i = 1; i < schedule.size(); ++i) switches += schedule[i].thread != schedule[i - 1].thread ? 1 : 0;
  return switches;
}

namespace {

void addFound(std::vector<Found>& all, const Found& more) {
  const auto same = std::ranges::find_if(all, [&](const Found& one) {
    return one.violation.kind == more.violation.kind && one.violation.site == more.violation.site;
  });
  if (same == all.end()) {
    all.push_back(more);
    return;
  }
  same->executions += more.executions;
  if (contextSwitches(more.schedule) >= contextSwitches(same->schedule)) return;
  same->violation = more.violation;
  same->schedule = more.schedule;
}

template <typename T>
void addNew(std::vector<T>& all, const std::vector<T>& more) {
  for (const T& one : more)
    if (std::ranges::find(all, one) == all.end()) all.push_back(one);
}

}  // namespace

void add(Evidence& all, const Evidence& more) {
  for (const auto& [assumption, facts] : more) {
    std::vector<Fact>& known = all[assumption];
    known.insert(known.end(), facts.begin(), facts.end());
    std::ranges::sort(known);
    known.erase(std::ranges::unique(known).begin(), known.end());
  }
}

void Outcome::add(const Outcome& part) {
  executions.complete += part.executions.complete;
  executions.blocked += part.executions.blocked;
  executions.violated += part.executions.violated;
  executions.redundant += part.executions.redundant;
  executions.cut += part.executions.cut;
  sampled += part.sampled;
  for (const Found& one : part.found) addFound(found, one);
  addNew(limitations, part.limitations);
  std::ranges::sort(limitations);
  addNew(remarks, part.remarks);
  if (whyCut.empty()) {
    whyCut = part.whyCut;
    stopSchedule = part.stopSchedule;
    stopIsGraph = part.stopIsGraph;
  }
  core::add(evidence, part.evidence);
}

}  // namespace heddle::core
