#include "cli/settle.h"

#include <fmt/format.h>

#include <algorithm>

#include "parallel/cores.h"
#include "report/formats.h"

namespace heddle::cli {
namespace {

constexpr char kPredicate[] = "predicate";

// "'one', 'another' and 'a third'".
template <typename Predicate>
std::string searchesThat(Predicate holds) {
  std::vector<std::string_view> names;
  for (const explore::SearchRow& row : explore::searches())
    if (holds(row)) names.push_back(row.name);
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += fmt::format("{}'{}'", i == 0 ? "" : i + 1 == names.size() ? " and " : ", ", names[i]);
  return text;
}

// A bound on preemptions selects a search, or must fit the one that was asked for.
std::string settlePreemptionBound(CheckOptions& options, bool searchGiven) {
  if (!options.tuning.preemptionBound) return {};
  if (!searchGiven) options.search = kBounded;
  if (explore::searchNamed(options.search)->boundsPreemptions) return {};
  return fmt::format("--preemption-bound: the search '{}' does not understand it, but {} do", options.search,
                     searchesThat([](const explore::SearchRow& row) { return row.boundsPreemptions; }));
}

bool knows(const explore::SearchRow& row, const std::string& model) {
  return std::find(row.models.begin(), row.models.end(), model) != row.models.end();
}

std::string settleSample(const CheckOptions& options, bool executionsGiven) {
  if (!executionsGiven || explore::searchNamed(options.search)->isSample) return {};
  return fmt::format(
      "--executions: the search '{}' takes no sample, it explores everything; to stop it after N, use "
      "--bound-executions",
      options.search);
}

// A search that was asked for selects a model that it knows, and a model a search.
std::string settleModel(CheckOptions& options, bool searchGiven, bool modelGiven) {
  options.areDefaults = !searchGiven && !modelGiven;
  const explore::SearchRow& row = *explore::searchNamed(options.search);
  if (!modelGiven) {
    // Plain accesses that may race have no meaning in C and C++.
    const bool interleaves = options.runtime.plain == runtime::PlainPolicy::Interleave && !searchGiven;
    // Sections of locks are steps of interleavings only: that is where a guided search leaves out most.
    if (interleaves || row.isGuided || !knows(row, options.model)) options.model = "sc";
  }
  if (!searchGiven && options.model == "sc") options.search = kInterleaving;
  if (knows(*explore::searchNamed(options.search), options.model)) return {};
  for (const explore::SearchRow& other : explore::searches())
    if (knows(other, options.model))
      return fmt::format("--model {}: the search '{}' does not know it, but '{}' does", options.model, options.search,
                         other.name);
  return fmt::format("--model {}: no search knows it", options.model);
}

// Not every search can say what is left: no other one is chosen behind the
// user's back.
std::string settleFrontier(CheckOptions& options) {
  if (!options.isInParts()) return {};
  options.areDefaults = false;
  const char* const asked = !options.resume.empty()       ? "--resume"
                            : !options.checkpoint.empty() ? "--checkpoint"
                                                          : "--mpi";
  if (options.isSliced()) return fmt::format("{}: not with slices, which grow while a search runs", asked);
  const auto canStop = [](const explore::SearchRow& row) { return row.make({})->onGraphs() != nullptr; };
  if (canStop(*explore::searchNamed(options.search))) return {};
  const char* const what = options.isByRanks ? "divided" : "stopped and go on later";
  return fmt::format("{}: the search '{}' cannot be {}, but {} can", asked, options.search, what,
                     searchesThat(canStop));
}

// Only traces are classes of executions by such a relation, and not every one keeps those with a data race apart.
std::string settleDependence(const CheckOptions& options, const Given& given) {
  if (!given.dependence) return {};
  if (given.noCommute) return "--without commute is a --dependence, too: give one of them";
  const auto hasDependence = [](const explore::SearchRow& row) { return row.hasDependence; };
  const explore::SearchRow& search = *explore::searchNamed(options.search);
  if (options.dependence == kPredicate && search.counts == explore::Counts::Graphs) return {};
  if (!hasDependence(search))
    return fmt::format("--dependence: the search '{}' does not understand it, but {} do", options.search,
                       searchesThat(hasDependence));
  const explore::dpor::DependenceRow& relation = *explore::dpor::dependenceNamed(options.dependence);
  if (!options.looksForRaces() || relation.preservesRaces || relation.slices) return {};
  return fmt::format("--dependence {0}: data races would be missed, use {0} with --plain interleave only",
                     options.dependence);
}

// A section is a step: that is a matter of interleavings.
std::string settlePeeking(const CheckOptions& options) {
  const auto hasDependence = [](const explore::SearchRow& row) { return row.hasDependence; };
  const explore::SearchRow& row = *explore::searchNamed(options.search);
  if ((!options.peek && !options.tuning.pruneWrites) || row.hasDependence || row.isGuided) return {};
  return fmt::format("{}: the search '{}' does not understand it, but {} do", options.peek ? "--peek" : "--prune-ww",
                     options.search, searchesThat(hasDependence));
}

// Whoever asks about assertions and deadlocks only need not explore what cannot change them.
std::string settleOnly(CheckOptions& options, const Given& given) {
  if (options.only.empty()) return {};
  options.deadlocks = std::ranges::find(options.only, kDeadlocks) != options.only.end();
  if (!given.search && !options.tuning.preemptionBound) options.search = kGuided;
  const explore::SearchRow& row = *explore::searchNamed(options.search);
  if (row.isGuided) return {};
  const bool canBe = row.hasDependence || row.counts == explore::Counts::Graphs;
  if (canBe && !given.dependence && !given.noCommute) options.dependence = kPredicate;
  if (canBe && options.isSliced()) return {};
  return fmt::format("--only: the search '{}' finds what it finds; leave --search away, or take {}", options.search,
                     searchesThat([](const explore::SearchRow& other) { return other.isGuided; }));
}

// Only one file can go to standard output.
std::string settleFiles(const OutputOptions& output) {
  std::string_view first;
  for (const report::Format& format : report::formats()) {
    const auto file = output.files.find(format.name);
    if (file == output.files.end() || file->second != "-") continue;
    if (!first.empty()) return fmt::format("--{} and --{} cannot both go to standard output", first, format.name);
    first = format.name;
  }
  return {};
}

}  // namespace

std::string settle(CheckOptions& options, const Given& given) {
  options.runtime.waitsAreTested = !given.spuriousWakeups;
  options.isSearchFree = !given.search && !options.tuning.preemptionBound;
  std::string problem = settlePreemptionBound(options, given.search);
  if (problem.empty()) problem = settleOnly(options, given);
  const bool isChosen = given.search || options.tuning.preemptionBound || !options.only.empty();
  if (problem.empty()) problem = settleModel(options, isChosen, given.model);
  if (problem.empty()) problem = settleSample(options, given.executions);
  if (problem.empty()) problem = settleDependence(options, given);
  if (problem.empty()) problem = settlePeeking(options);
  if (problem.empty()) problem = settleFrontier(options);
  if (problem.empty()) problem = settleFiles(options.output);
  options.areJobsAsked = given.jobs;
  if (!given.jobs) options.jobs = options.isByRanks ? 1 : parallel::coresHere();
  return problem;
}

}  // namespace heddle::cli
