// What a check is asked to do.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "explore/registry.h"
#include "frontend/compile.h"
#include "parallel/ranks/ranks.h"
#include "report/report.h"
#include "runtime/options.h"

namespace heddle::check {

struct Options {
  frontend::Source source;
  std::optional<report::Test> test = {};  // what of it is checked; nothing: its main
  transform::LoopOptions loops{.rolledBack = true};
  runtime::Options runtime;
  std::string search = "awamoche";
  std::string model = "rc11";
  bool areDefaults = false;   // neither of them was asked for
  bool isSearchFree = false;  // the search was not
  explore::SearchOptions tuning;
  std::uint64_t boundExecutions = 0;  // 0: none
  double timeLimit = 0;               // seconds; 0: none
  std::uint64_t memoryLimit = 0;      // megabytes, of all processes; 0: none
  bool keepGoing = false;
  bool deadlocks = true;  // are asked about, and livelocks
  std::string
      checkpoint;  // where to write how far the search is, and what is left when a limit stops it; empty: nowhere
  double checkpointEvery = 30;  // seconds
  std::string resume;           // a file to go on from; empty: from the start
  std::string dependence;       // the relation of searches that count traces; empty: see dependenceOf
  bool neverPrunes = false;     // core::Assumption::AtomicReads does not hold
  bool peek = false;            // sections of locks are steps (runtime/lock_sections.h)
  bool shorten = true;
  bool sample = true;  // run a random sample beside the search (explore/side_sample.h)
  unsigned jobs = 1;   // how many processes may explore at a time
  // How many there may be now, where other checks run at the same time; empty: as many as ever.
  std::function<unsigned()> jobsNow = {};
  bool areJobsAsked = false;
  double secondsAlone = 0.1;  // that a search takes before it is divided among them
  bool isByRanks = false;     // of an MPI job (docs/cluster.md): this process is one of them
  double rankTimeout = 30;    // seconds, after which a rank that is not heard of is lost
  // The others, if this is rank 0.
  std::shared_ptr<parallel::Ranks> ranks = {};
  bool estimates = false;  // tell how long it would take (check/estimate.h)

  // Whoever explores a part must have known from the start what the program is.
  bool isInParts() const { return !checkpoint.empty() || !resume.empty() || isByRanks; }
  bool isGuided() const { return explore::searchNamed(search)->isGuided; }
  // Sections of locks are steps, and stores conflict only if somebody can tell.
  bool peeks() const { return peek || (isGuided() && model == "sc"); }
  bool prunesWrites() const { return (tuning.pruneWrites || (isGuided() && model == "sc")) && !neverPrunes; }
  // Where the first violation ends the search, and that goes depth first through what has to be explored.
  bool hasSideSample() const;
  // Whether parts of the search can be explored each by itself.
  bool canBeDivided() const;
  bool isSample() const { return explore::searchNamed(search)->isSample; }
  // Only what is on the slice of assertions and of what blocks is explored (core/slice.h).
  bool isSliced() const;
  bool looksForRaces() const { return runtime.plain == runtime::PlainPolicy::Race; }
  // Of accesses nothing counts but their place in the order of all.
  bool hasOrdersOnly() const {
    return model == "sc" && !looksForRaces() && explore::searchNamed(search)->counts != explore::Counts::Graphs;
  }
  bool hasBounds() const { return loops.unroll || !loops.unrollLoops.empty(); }
};

// The dependency relation that was asked for, else the one with the fewest
// traces: where data races are looked for, who synchronises with whom counts too.
const explore::dpor::DependenceRow& dependenceOf(const Options& options);

// The effective options as the JSON report has them, and back as far as a
// replay needs them.
nlohmann::ordered_json optionsToJson(const Options& options);
// What restarts have changed (restarts.h), from the effective options of a check that is gone on with.
std::optional<Diagnostic> adoptEffective(const nlohmann::ordered_json& was, Options& options);
// Reads the file of --stdin.
std::optional<Diagnostic> loadInput(runtime::Options& options);
Result<runtime::Options> runtimeOptionsFrom(const nlohmann::ordered_json& options);
Result<transform::LoopOptions> loopOptionsFrom(const nlohmann::ordered_json& options);
// Reads the file of --suppressions.
std::optional<Diagnostic> loadSuppressions(transform::RacyCode& racy);
Result<transform::RacyCode> racyCodeFrom(const nlohmann::ordered_json& options);

}  // namespace heddle::check
