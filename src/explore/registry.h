// All searches, by name. --help, `heddle list` and the tests are derived from
// these rows: adding a search is one file and one row.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "explore/dpor/dependence/registry.h"
#include "explore/search.h"
#include "models/model.h"

namespace heddle::explore {

// What the user may set; a search takes what concerns it.
struct SearchOptions {
  std::uint64_t seed = 1;                                  // of the random searches
  std::uint64_t executions = 10'000;                       // of the random searches: how many to sample
  unsigned depth = 3;                                      // pct: of the bugs to look for
  std::optional<unsigned> preemptionBound = std::nullopt;  // naive, preempt: at most so many in an execution
  const dpor::DependenceRow* dependence = nullptr;         // of searches that count traces; null: read-write
  bool plainAccessesRace = true;                           // otherwise they are steps
  bool pruneWrites = false;                                // of these: stores conflict only if somebody can tell
  const core::ProgramInfo* program = nullptr;              // what is known from its IR; null: nothing is
  const models::Model* model = nullptr;                    // awamoche, trust
  bool staleReads = true;                                  // awamoche: its optimisations
  bool inPlace = true;
  bool speculative = true;  // together with inPlace
};

// Of what a search completes one execution each. Searches that count the same
// agree on their number.
enum class Counts : std::uint8_t {
  Interleavings,
  Traces,
  Graphs,
  Slices,  // traces or graphs of what can matter to assertions and deadlocks
  Sample,
};

// What a search may run beyond that.
enum class Surplus : std::uint8_t {
  None,
  Redundant,  // executions that are given up, since an equivalent one is explored
  Blocked,    // executions in which a thread waits in vain
};

std::string_view name(Counts counts);
std::string_view name(Surplus surplus);

struct SearchRow {
  std::string_view name;
  std::string_view description;
  std::string_view paper;  // where it comes from
  Counts counts;
  Surplus surplus;
  std::vector<std::string_view> models;
  std::unique_ptr<Search> (*make)(const SearchOptions& options);
  bool isSample = counts == Counts::Sample;       // it ends after SearchOptions::executions
  bool hasDependence = counts == Counts::Traces;  // it takes SearchOptions::dependence
  bool speculates = false;                        // it takes SearchOptions::speculative
  bool isGuided = counts == Counts::Slices;       // it promises assertions and deadlocks only
  bool boundsPreemptions = false;                 // it takes SearchOptions::preemptionBound
};

std::span<const SearchRow> searches();

// Which steps conflict, for a search that counts traces.
std::shared_ptr<dpor::Dependence> dependenceFor(const SearchOptions& options);

// Null if there is none of that name.
const SearchRow* searchNamed(std::string_view name);

}  // namespace heddle::explore
