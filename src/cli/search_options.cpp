// Options about the search.
#include <fmt/format.h>

#include "cli/command_options.h"
#include "cli/option_kinds.h"
#include "cli/settle.h"
#include "cli/without.h"

namespace heddle::cli {
namespace {

constexpr char kGroup[] = "Search";
constexpr std::uint64_t kMostJobs = 1024;

// Adds flags that switch something off.
void addSwitch(CLI::App& command, const char* name, bool& value, const char* help) {
  command.add_flag_function(name, [&value](std::int64_t) { value = false; }, help)->group(kGroup);
}

void addChoices(CLI::App& command, CheckOptions& options) {
  addRowName(command, "--search", options.search, explore::searches(),
             fmt::format("How to explore; without it, {} if the model is sc:", kInterleaving))
      ->capture_default_str()
      ->group(kGroup);
  addRowName(command, "--model", options.model, models::models(), "Memory model:")
      ->capture_default_str()
      ->group(kGroup);
  command
      .add_option("--only", options.only,
                  "Promise these only, assertions and deadlocks, and leave out\nwhat cannot change them; without "
                  "--search this selects guided")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(oneOf({kKindsOfViolations.begin(), kKindsOfViolations.end()}))
      ->group(kGroup)
      ->type_name("KIND");
  addRowName(command, "--dependence", options.dependence, explore::dpor::dependences(),
             "optimal, optimal-wut, source, classic: which steps conflict;\nwithout it, commuting-unsynchronised, or "
             "commuting if no races are looked for:")
      ->group(kGroup);
}

void addLimits(CLI::App& command, CheckOptions& options) {
  const auto count = countsOf(command, kGroup);
  count("--bound-executions", options.boundExecutions, "Stop after N executions (0: no bound)", 0);
  addTimeLimit(command, options.timeLimit, kGroup);
  count("--memory-limit", options.memoryLimit, "Stop when all processes together use so many megabytes\n(0: no limit)",
        0, 1ULL << 40);
  command
      .add_option("--checkpoint,--save-frontier", options.checkpoint,
                  "awamoche, trust: write how far the search is to this file now\nand then, and what is left when a "
                  "limit or a signal stops it")
      ->group(kGroup)
      ->type_name("FILE");
  command.add_option("--checkpoint-every", options.checkpointEvery, "How often it is written")
      ->check(numberOfSeconds())
      ->capture_default_str()
      ->group(kGroup)
      ->type_name("SECONDS");
  command.add_option("--resume", options.resume, "Go on with what --checkpoint has written")
      ->group(kGroup)
      ->type_name("FILE");
  command
      .add_option("-j,--jobs", options.jobs,
                  "awamoche, trust: how many processes explore at a time;\nwithout it, one for each core")
      ->check(within(1, kMostJobs))
      ->group(kGroup)
      ->type_name("N");
  command
      .add_flag("--mpi", options.isByRanks,
                "awamoche, trust: this is one of the ranks of an MPI job, and\nthey explore together (docs/cluster.md)")
      ->group(kGroup);
  command.add_option("--rank-timeout", options.rankTimeout, "--mpi: a rank that is not heard of for so long is lost")
      ->check(numberOfSeconds())
      ->capture_default_str()
      ->group(kGroup)
      ->type_name("SECONDS");
  command.add_option("--alone", options.secondsAlone)->group("");  // for tests
  count("--preemption-bound", options.tuning.preemptionBound,
        fmt::format("{0}, preempt: at most N preemptions an execution;\nwithout --search this selects {0}", kBounded),
        0, 1'000'000);
}

void addSampling(CLI::App& command, CheckOptions& options) {
  const auto count = countsOf(command, kGroup);
  count("--seed", options.tuning.seed, "random, pct, pos, preempt: where the sample starts", 0);
  count("--executions", options.tuning.executions, "random, pct, pos, preempt: how many executions to sample");
  count("--depth", options.tuning.depth, "pct: how many orderings the bugs to look for may need", 1, 100);
  addSwitch(command, "--no-sample", options.sample,
            "Run the search alone, without the random executions beside it\nthat find some bugs sooner");
}

void addReductions(CLI::App& command, CheckOptions& options) {
  command.add_flag("--peek", options.peek, "Two sections of a lock conflict only if what they access does")
      ->group(kGroup);
  command
      .add_flag("--prune-ww", options.tuning.pruneWrites, "Two stores conflict only if some read can tell their order")
      ->group(kGroup);
  command
      .add_flag("--explain-slice", options.output.explainSlice,
                "With --dependence predicate: say which lines can matter to an\nassertion or a deadlock, and why")
      ->group(kGroup);
  std::string help = "Explore what is left out otherwise:";
  std::vector<std::string> names;
  for (const Reduction& reduction : reductions()) {
    names.emplace_back(reduction.name);
    help += fmt::format("\n  {}: {}", reduction.name, reduction.description);
  }
  command
      .add_option_function<std::vector<std::string>>(
          "--without",
          [&options](const std::vector<std::string>& without) {
            for (const std::string& name : without) reductionNamed(name)->switchOff(options);
          },
          help)
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(oneOf(std::move(names)))
      ->group(kGroup)
      ->type_name("NAME");
}

}  // namespace

void addSearchOptions(CLI::App& command, CheckOptions& options) {
  addChoices(command, options);
  addLimits(command, options);
  addSampling(command, options);
  command.add_flag("--keep-going", options.keepGoing, "Do not stop at the first violation: count them all")
      ->group(kGroup);
  addReductions(command, options);
  addSwitch(command, "--no-shorten", options.shorten, "Show the violation as found, not with few context switches");
}

}  // namespace heddle::cli
