// How far estimates of the number of executions are from it (explore/estimate), beside what depth-first order alone
// would tell.
#include "explore/estimate/estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <stdexcept>

#include "explore/estimate/branches_of.h"
#include "explore/estimate/probe_search.h"
#include "explore/graph/graph_search.h"
#include "explore/registry.h"
#include "measure.h"
#include "rows.h"
#include "searches.h"

namespace heddle::bench {
namespace {

using explore::Branch;

struct Subject {
  const char* name;
  const char* file;
  std::vector<std::string> flags;
};

// With more than 1,000 executions by some of the searches.
const std::vector<Subject>& subjects() {
  static const std::vector<Subject> kSubjects{
      {"casrot(8)", "graphs/casrot.c", {"-DN=8"}},
      {"lastzero(11)", "source_sets/lastzero.c", {"-DN=11"}},
      {"readers(11)", "source_sets/readers.c", {"-DN=11"}},
      {"indexer(15)", "source_sets/indexer.c", {"-DN=15"}},
      {"filesystem(18)", "source_sets/filesystem.c", {"-DN=18"}},
      {"sigma(6)", "source_sets/sigma.c", {"-DN=6"}},
      {"fibonacci(3)", "source_sets/fibonacci.c", {"-DN=3"}},
      {"fibonacci(4)", "source_sets/fibonacci.c", {"-DN=4"}},
      {"lamport(2)", "source_sets/lamport.c", {"-DN=2"}},
      {"circular buffer(6)", "source_sets/circular_buffer.c", {"-DN=6"}},
      {"groups(3)", "source_sets/groups.c", {"-DN=3"}},
      {"fib_bench(3)", "graphs/fib_bench.c", {"-DN=3"}},
      {"fib_bench(4)", "graphs/fib_bench.c", {"-DN=4"}},
      {"ttaslock(5)", "godot/ttaslock.c", {"-DN=5"}},
      {"twalock(4)", "godot/twalock.c", {"-DN=4"}},
      {"mutex(3)", "godot/mutex.c", {"-DN=3"}},
      {"mcs_spinlock(5)", "godot/mcslock.c", {"-DN=5"}},
      {"treiber-stack(3)", "godot/treiber_stack.c", {"-DN=3"}},
      {"mpmc-queue(3r2w)", "godot/mpmc_queue.c", {"-DN=5", "-DTAKERS=3"}},
      {"ms-queue(2r2w)", "godot/ms_queue.c", {"-DN=4", "-DTAKERS=2"}},
      {"seqlock(3)", "godot/seqlock.c", {"-DN=3"}},
      {"fig8", "guided/fig8.c", {}},
      {"read_write_lock", "guided/read_write_lock.c", {}},
      {"circular buffer(9)", "source_sets/circular_buffer.c", {"-DN=9"}},
      {"lamport_await(3)", "source_sets/lamport_await.c", {"-DN=3"}},
      {"filesystem(19)", "source_sets/filesystem.c", {"-DN=19"}},
      {"wakeup_stress(7)", "source_sets/wakeup_stress.c", {"-DN=7"}},
      {"lastzero(13)", "source_sets/lastzero.c", {"-DN=13"}},
      {"readers(16)", "source_sets/readers.c", {"-DN=16"}},
      {"linuxrwlocks(3)", "godot/linuxrwlocks.c", {"-DN=3"}},
      {"mutex-musl(3)", "godot/mutex_musl.c", {"-DN=3"}},
      {"treiber-ptr(3)", "godot/treiber_pointers.c", {"-DN=3"}},
      {"safestack-32", "godot/safestack.c", {"-DOPS=32"}},
      {"sortnet(5)", "godot/sortnet.c", {"-DN=5"}},
      {"conf-loop(5)", "awamoche/conf_loop.c", {"-DN=5"}},
      {"mpmc-enq(5)", "awamoche/mpmc_enq.c", {"-DN=5"}},
      {"treiber-push(5)", "awamoche/treiber_push.c", {"-DN=5"}},
      {"treiber-push(6)", "awamoche/treiber_push.c", {"-DN=6"}},
      {"m-enq(6)", "awamoche/m_enq.c", {"-DN=6"}},
      {"wait-workers(6)", "awamoche/wait_workers.c", {"-DN=6"}},
      {"sleeping_waits", "../../tests/programs/sleeping_waits/sleeping_waits.c", {}},
      {"c11_threads", "../../tests/programs/c11_threads/c11_threads.c", {}},
  };
  return kSubjects;
}

struct How {
  const char* search;
  const char* model;
};
// Those for which a program is compiled alike come together.
constexpr How kHow[] = {{"optimal", "sc"}, {"trust", "sc"}, {"naive", "sc"}, {"awamoche", "rc11"}};

constexpr double kLeastExecutions = 1'000;
constexpr std::uint64_t kMostExecutions = 100'000;
constexpr double kPart = 0.05;
constexpr double kWithin = 3;
constexpr std::uint64_t kSeed = 1;    // as heddle check
constexpr std::uint64_t kSeeds = 10;  // one alone may be lucky

// What the search itself knows when it has come so far: each execution divides its part of 1 equally among itself and
// what branches off it, and who goes depth first has finished so much of it.
class FinishedShare final : public explore::Search {
 public:
  explicit FinishedShare(std::unique_ptr<explore::Branching> tree) : tree_(std::move(tree)) { tree_->begin(nullptr); }

  core::Step next(const core::Execution& execution) override { return tree_->search().next(execution); }
  core::EventOrder* order() override { return tree_->search().order(); }
  std::vector<core::Step> schedule() const override { return tree_->search().schedule(); }
  explore::graph::GraphSearch* onGraphs() override { return tree_->search().onGraphs(); }
  bool advance(const core::Execution& execution) override;

  double share() const { return finished_; }

 private:
  struct Open {
    Branch branch;
    double part;
  };

  std::unique_ptr<explore::Branching> tree_;
  std::vector<Open> open_;
  double part_ = 1;
  double finished_ = 0;
};

bool FinishedShare::advance(const core::Execution& execution) {
  const bool isPreparation = onGraphs() != nullptr && onGraphs()->isPreparation(execution);
  const bool more = tree_->search().advance(execution);
  if (isPreparation && more) return true;
  std::vector<Branch> branches = tree_->takeBranches(more);
  if (tree_->search().takeBroken()) {
    open_.clear();
    part_ = 1;
    finished_ = 0;
    tree_->begin(nullptr);
    return true;
  }
  part_ /= static_cast<double>(branches.size() + 1);
  finished_ += part_;
  // The last one has the least room: it turns off last, and comes first.
  std::ranges::sort(branches, std::greater{}, &Branch::room);
  for (Branch& branch : branches) open_.push_back({std::move(branch), part_});
  if (open_.empty()) return false;
  const Open last = std::move(open_.back());
  open_.pop_back();
  part_ = last.part;
  tree_->begin(&last.branch);
  return true;
}

double factor(double estimate, double all) {
  return estimate > 0 ? std::max(estimate / all, all / estimate) : HUGE_VAL;
}

struct Summary {
  unsigned all = 0;
  unsigned within = 0, withinAtOnce = 0, withinByShare = 0, inRange = 0;
  unsigned seeds = 0, withinOfSeeds = 0;
};

std::optional<explore::Estimate> probed(core::Program& program, const explore::SearchRow& row,
                                        const explore::SearchOptions& options, double executions,
                                        std::uint64_t seed = kSeed) {
  explore::ProbeSearch probes(explore::branchesOf(row, options), seed);
  explore::explore(
      program, probes,
      {.boundExecutions = std::max<std::uint64_t>(static_cast<std::uint64_t>(executions), 1), .stopAtFirst = false});
  return probes.estimate();
}

// With how many of the seeds an estimate is near enough.
unsigned withinBySeeds(core::Program& program, const explore::SearchRow& row, const explore::SearchOptions& options,
                       double all) {
  unsigned within = 0;
  for (std::uint64_t seed = kSeed; seed < kSeed + kSeeds; ++seed) {
    const auto estimate = probed(program, row, options, all * kPart, seed);
    within += estimate && factor(estimate->executions, all) <= kWithin ? 1 : 0;
  }
  return within;
}

void measureSubject(core::Program& program, const Subject& subject, const How& how, Summary& summary,
                    std::vector<Line>& lines) {
  const explore::SearchRow& row = *explore::searchNamed(how.search);
  explore::SearchOptions options;
  options.model = models::modelNamed(how.model);
  explore::Limits limits{.boundExecutions = kMostExecutions, .stopAtFirst = false};
  const core::Outcome outcome = explore::explore(program, *row.make(options), limits);
  const auto all = static_cast<double>(outcome.executions.total());
  if (outcome.verdict != core::Verdict::Safe || all < kLeastExecutions) return;
  const auto estimate = probed(program, row, options, all * kPart);
  const auto atOnce = probed(program, row, options, all * kPart / 10);
  FinishedShare online(explore::branchesOf(row, options));
  explore::explore(program, online, {.boundExecutions = static_cast<std::uint64_t>(all * kPart), .stopAtFirst = false});
  const double byShare = factor(all * kPart / online.share(), all);
  const double error = factor(estimate ? estimate->executions : 0, all);
  const unsigned ofSeeds = withinBySeeds(program, row, options, all);
  summary.seeds += kSeeds;
  summary.withinOfSeeds += ofSeeds;
  const double errorAtOnce = factor(atOnce ? atOnce->executions : 0, all);
  ++summary.all;
  summary.within += error <= kWithin ? 1 : 0;
  summary.withinAtOnce += errorAtOnce <= kWithin ? 1 : 0;
  summary.withinByShare += byShare <= kWithin ? 1 : 0;
  summary.inRange += estimate && estimate->low <= all && all <= estimate->high ? 1 : 0;
  lines.push_back(
      {fmt::format("{}, {} {}", subject.name, how.search, how.model), error, Unit::Times, atMost(kWithin),
       fmt::format("{} of {}; near enough with {} of {} seeds; after 0.5 %: {:.2g} x; by the share finished: {:.2g} x",
                   estimate ? grouped(std::round(estimate->executions)) : "nothing", grouped(all), ofSeeds, kSeeds,
                   errorAtOnce, byShare)});
}

// Compiled as heddle check does.
std::unique_ptr<core::Program> loaded(const Subject& subject, bool speculates) {
  transform::LoopOptions loops;
  loops.speculation = speculates;
  loops.rolledBack = true;
  return loadProgram(subject.file, subject.flags, {}, loops);
}

}  // namespace

std::vector<Line> measureEstimate() {
  std::vector<Line> lines;
  Summary summary;
  for (const Subject& subject : subjects()) {
    std::unique_ptr<core::Program> program;  // there can be one at a time
    bool speculates = false;
    for (const How& how : kHow) {
      try {
        if (const bool will = explore::searchNamed(how.search)->speculates; program == nullptr || will != speculates) {
          program.reset();
          program = loaded(subject, will);
          speculates = will;
        }
        measureSubject(*program, subject, how, summary, lines);
      } catch (const std::exception& problem) {
        lines.push_back({fmt::format("{}, {} {}", subject.name, how.search, how.model), std::nullopt, Unit::Times,
                         std::nullopt, problem.what()});
      }
    }
  }
  const auto share = [&](unsigned part) { return 100.0 * part / std::max(summary.all, 1U); };
  lines.push_back({"% of the same with any of the seeds", 100.0 * summary.withinOfSeeds / std::max(summary.seeds, 1U),
                   Unit::Count, atLeast(80), fmt::format("{} seeds", kSeeds)});
  lines.push_back(
      {"% within a factor of 3 after 5 % of the executions", share(summary.within), Unit::Count, atLeast(80),
       fmt::format("of {}; after 0.5 %: {:.0f} %; by the share finished: {:.0f} %; in the range: {:.0f} %", summary.all,
                   share(summary.withinAtOnce), share(summary.withinByShare), share(summary.inRange))});
  return lines;
}

}  // namespace heddle::bench
