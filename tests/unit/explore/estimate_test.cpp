// Estimates of the number of executions, beside what the searches count.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "explore/estimate/branches_of.h"
#include "explore/estimate/probe_search.h"
#include "explore/estimate/side_estimate.h"
#include "explore/graph/graph_search.h"
#include "explore/observe.h"
#include "explore/small_scripts.h"

namespace heddle::explore {
namespace {

struct Subject {
  std::string_view search;
  std::string_view model = "sc";

  SearchOptions options() const {
    SearchOptions options;
    options.model = models::modelNamed(model);
    return options;
  }
};

constexpr Subject kSubjects[] = {{"naive"},    {"optimal"},       {"source"},          {"trust"},
                                 {"awamoche"}, {"trust", "rc11"}, {"awamoche", "rc11"}};

// Nothing: graphs have no such operations.
std::optional<double> countOf(const Subject& subject, const Script& script) {
  ScriptedProgram program(script);
  const auto search = searchNamed(subject.search)->make(subject.options());
  const core::Outcome outcome = explore(program, *search, {.stopAtFirst = false});
  if (outcome.verdict == core::Verdict::Refused || search->refusal() || search->learnt()) return std::nullopt;
  return static_cast<double>(outcome.executions.total() - outcome.executions.redundant);
}

Estimate estimateOf(const Subject& subject, const Script& script, std::uint64_t executions) {
  ScriptedProgram program(script);
  ProbeSearch probes(branchesOf(*searchNamed(subject.search), subject.options()), 1);
  explore(program, probes, {.boundExecutions = executions, .stopAtFirst = false});
  return probes.estimate().value_or(Estimate{});
}

// Explores all branches, one after the other.
class WholeTree final : public Search {
 public:
  explicit WholeTree(std::unique_ptr<Branching> tree) : tree_(std::move(tree)) { tree_->begin(nullptr); }

  core::Step next(const core::Execution& execution) override { return tree_->search().next(execution); }
  core::EventOrder* order() override { return tree_->search().order(); }
  std::vector<core::Step> schedule() const override { return tree_->search().schedule(); }
  graph::GraphSearch* onGraphs() override { return tree_->search().onGraphs(); }
  bool advance(const core::Execution& execution) override {
    const bool isPreparation = onGraphs() != nullptr && onGraphs()->isPreparation(execution);
    executions_ += isPreparation || tree_->search().hasGivenUp() ? 0 : 1;
    const bool more = tree_->search().advance(execution);
    if (isPreparation && more) return true;
    if (tree_->search().takeBroken()) {
      left_ = {};
      executions_ = 0;
      tree_->takeBranches(true);
      tree_->begin(nullptr);
      return true;
    }
    std::ranges::move(tree_->takeBranches(more), std::back_inserter(left_));
    if (left_.empty()) return false;
    const Branch last = std::move(left_.back());
    left_.pop_back();
    tree_->begin(&last);
    return true;
  }
  double executions() const { return static_cast<double>(executions_); }

 private:
  std::unique_ptr<Branching> tree_;
  std::vector<Branch> left_;
  std::uint64_t executions_ = 0;
};

// Threads that all write to a word of their own and to a common one.
Script writers(unsigned threads, std::size_t times) {
  std::vector<Body> bodies;
  for (unsigned t = 0; t < threads; ++t) bodies.emplace_back(times, store(0, t + 1));
  return parallel(bodies);
}

// The reader of one word among `writers` of it, and a pair of writers of another one: some branches have far more under
// them than others.
Script skewed(std::size_t writers) {
  return parallel({Body(writers, store(0, 1)),
                   {load(0, 0), skipIf(0, 1, 3), store(1, 1), store(1, 2), store(1, 3)},
                   {store(1, 4), store(1, 5), load(1, 0)}});
}

TEST(Estimate, IsExactWhereBranchesAreAlike) {
  const Script choices = parallel({{choose(0, 3), choose(1, 4), choose(2, 5)}});
  for (const Subject& subject : kSubjects) {
    EXPECT_EQ(*countOf(subject, choices), 60) << subject.search;
    const Estimate estimate = estimateOf(subject, choices, 20);
    EXPECT_GE(estimate.probes, 1u) << subject.search;
    EXPECT_DOUBLE_EQ(estimate.executions, 60) << subject.search;
    EXPECT_DOUBLE_EQ(estimate.low, estimate.probes > 1 ? 60 : 20) << subject.search;
  }
}

TEST(Branches, HaveEachExecutionOnce) {
  std::vector<Script> scripts{writers(3, 2), writers(2, 3), skewed(3), torn(2), lockOrderInversion()};
  for (const SmallScript& small : smallScripts()) scripts.push_back(small.script);
  for (const Script& script : scripts)
    for (const Subject& subject : kSubjects) {
      const auto count = countOf(subject, script);
      if (!count) continue;
      ScriptedProgram program(script);
      WholeTree tree(branchesOf(*searchNamed(subject.search), subject.options()));
      explore(program, tree, {.stopAtFirst = false});
      EXPECT_EQ(tree.executions(), *count) << subject.search << " " << subject.model << "\n" << text(script);
    }
}

TEST(Estimate, OfASingleExecution) {
  for (const Subject& subject : kSubjects)
    EXPECT_EQ(estimateOf(subject, parallel({{store(0, 1)}}), 2).executions, 1) << subject.search;
}

TEST(Estimate, IsNearWhereTheyAreNot) {
  for (const Script& script : {writers(3, 2), writers(2, 4), skewed(2), torn(2), lockOrderInversion()})
    for (const Subject& subject : kSubjects) {
      const double count = *countOf(subject, script);
      const Estimate estimate = estimateOf(subject, script, 3000);
      EXPECT_GT(estimate.probes, 3u) << subject.search << "\n" << text(script);
      EXPECT_NEAR(estimate.executions / count, 1, 0.1) << subject.search << " " << subject.model << "\n"
                                                       << text(script);
      EXPECT_LE(estimate.low, count) << subject.search << "\n" << text(script);
      EXPECT_GE(estimate.high, count) << subject.search << "\n" << text(script);
    }
}

TEST(Estimate, OfSmallScripts) {
  for (const SmallScript& small : smallScripts())
    for (const Subject& subject : kSubjects) {
      const auto count = countOf(subject, small.script);
      if (!count) continue;
      EXPECT_NEAR(estimateOf(subject, small.script, 1000).executions / *count, 1, 0.1)
          << small.name << ": " << subject.search << " " << subject.model;
    }
}

// A few thousandths of what there is.
TEST(Estimate, OfMoreThanCouldBeExplored) {
  const Script script = writers(3, 4);  // 12! / 4!^3 = 34,650 orders of its stores
  for (const std::string_view search : {"naive", "optimal", "trust"}) {
    const Estimate estimate = estimateOf({search}, script, 1000);
    EXPECT_GT(estimate.executions, 34'650 / 1.5) << search;
    EXPECT_LT(estimate.executions, 34'650 * 1.5) << search;
  }
}

TEST(Estimate, ChangesNoCountsBesideASearch) {
  const Script script = writers(3, 2);
  for (const Subject& subject : kSubjects) {
    const SearchRow& row = *searchNamed(subject.search);
    Limits limits;
    limits.estimating = estimateBeside(
        branchesOf(row, subject.options()),
        SideShare::Bounds{.after = 0, .share = 1e9, .mostSeconds = 1e9, .mostSecondsAtOnce = 1e-3}, limits);
    std::optional<Progress> last;
    limits.progress = [&](const Progress& progress) { last = progress; };
    ScriptedProgram program(script);
    const auto search = row.make(subject.options());
    const core::Outcome outcome = explore(program, *search, limits);
    EXPECT_EQ(outcome.verdict, core::Verdict::Safe) << subject.search;
    EXPECT_EQ(static_cast<double>(outcome.executions.total() - outcome.executions.redundant), *countOf(subject, script))
        << subject.search;
    EXPECT_GT(outcome.sampled, 0u) << subject.search;
    ASSERT_TRUE(last) << subject.search;
    EXPECT_EQ(last->executions, outcome.executions.total()) << subject.search;
    ASSERT_TRUE(last->estimate) << subject.search;
    EXPECT_NEAR(last->estimate->executions / static_cast<double>(last->executions), 1, 0.2) << subject.search;
    EXPECT_GT(last->secondsBeside, 0) << subject.search;
  }
}

TEST(Estimate, FindsViolationsOnTheWay) {
  const Script script = parallel({{load(0, 0), check(0, 0)}, {store(0, 1)}});
  for (const std::string_view search : {"optimal", "awamoche"}) {
    ScriptedProgram program(script);
    ProbeSearch probes(branchesOf(*searchNamed(search), {}), 1);
    const core::Outcome outcome = explore(program, probes, {.boundExecutions = 10});
    ASSERT_EQ(outcome.verdict, core::Verdict::Violation) << search;
    EXPECT_FALSE(outcome.found[0].schedule.empty()) << search;
  }
}

TEST(Estimate, OfASampleIsNotNeeded) {
  for (const SearchRow& row : searches())
    EXPECT_EQ(branchesOf(row, {}) == nullptr, row.counts == Counts::Sample) << row.name;
}

TEST(Probes, TellHowFarTheyDiffer) {
  Probes probes;
  EXPECT_GT(probes.estimate(10).spread(), 50);
  for (const double weight : {1.0, 3.0}) probes.add(10, weight);
  EXPECT_DOUBLE_EQ(probes.estimate(12).executions, 12);
  EXPECT_DOUBLE_EQ(probes.estimate(12).spread(), 1);
  probes.add(40, 2);
  EXPECT_LT(probes.estimate(20).low, 10);
  EXPECT_GT(probes.estimate(20).high, 40);
  EXPECT_EQ(probes.estimate(20).probes, 3u);
}

// A tree that is known: node i has the children children[i].
struct RandomTree {
  std::vector<std::vector<std::size_t>> children{1};
  std::vector<std::uint32_t> rooms{8};
  std::vector<bool> isExecution{true};

  // The less room, the fewer children; a tenth are dead ends, which are no executions.
  explicit RandomTree(std::uint64_t seed) {
    RandomNumbers numbers(seed);
    for (std::size_t i = 0; i < children.size(); ++i)
      for (std::uint64_t left = numbers.below(rooms[i] + 1); left > 0; --left) {
        children[i].push_back(children.size());
        rooms.push_back(static_cast<std::uint32_t>(numbers.below(rooms[i])));
        isExecution.push_back(i == 0 || numbers.below(10) != 0);
        children.emplace_back();
      }
  }
  double executions() const { return static_cast<double>(std::ranges::count(isExecution, true)); }

  std::size_t at(const Branch* node) const { return node != nullptr ? node->which : 0; }
  // `strata`: whether branches tell their room.
  std::vector<Branch> branches(std::size_t node, bool strata) const {
    std::vector<Branch> all;
    for (const std::size_t child : children[node])
      all.push_back({.from = {},
                     .which = child,
                     .room = strata ? rooms[child] : 0,
                     .kind = static_cast<std::uint32_t>(child % 2)});
    return all;
  }
  // One node.
  std::optional<StratifiedSample::Probe> look(StratifiedSample& sample, bool strata) const {
    const std::size_t node = at(sample.node());
    return sample.take(isExecution[node], branches(node, strata));
  }
};

TEST(StratifiedSample, IsExactInTheMean) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed)
    for (const bool strata : {false, true}) {
      const RandomTree tree(seed);
      double sum = 0, squares = 0;
      constexpr double kProbes = 4000;
      for (std::uint64_t i = 0; i < kProbes; ++i) {
        StratifiedSample sample(i);
        std::optional<StratifiedSample::Probe> probe;
        while (!probe) probe = tree.look(sample, strata);
        sum += probe->size;
        squares += probe->size * probe->size;
      }
      const double mean = sum / kProbes;
      const double error = std::sqrt((squares / kProbes - mean * mean) / kProbes);
      EXPECT_NEAR(mean, tree.executions(), 4 * error) << seed;
      EXPECT_LT(error, 0.1 * mean) << seed;
    }
}

TEST(StratifiedSample, ComesToTheSizeOfTheTree) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    for (const bool strata : {false, true}) {
      const RandomTree tree(seed);
      StratifiedSample sample(1);
      for (std::size_t probes = 0; probes < 300;) probes += tree.look(sample, strata) ? 1 : 0;
      EXPECT_NEAR(sample.treeSize().nodes / tree.executions(), 1, 0.03) << seed;
      EXPECT_EQ(sample.treeSize().unknown, 0) << seed;
    }
}

constexpr Stratum kRoot{}, kFew{1, 2}, kMore{1, 5}, kMost{1, 9}, kBelow{2, 1};

TEST(ConditionalDistribution, MultipliesLevelByLevel) {
  ConditionalDistribution distribution;
  distribution.add(kRoot, 1, true, std::vector{kFew, kFew, kMore});
  EXPECT_EQ(distribution.size().nodes, 4);
  EXPECT_EQ(distribution.size().unknown, 3);
  distribution.add(kFew, 2, true, {});
  distribution.add(kMore, 1, false, std::vector{kBelow, kBelow, kBelow, kBelow});
  EXPECT_EQ(distribution.size().nodes, 1 + 2 + 4);
  EXPECT_EQ(distribution.size().unknown, 4);
  // The other half of the few has branches as well.
  distribution.add(kFew, 2, true, std::vector{kBelow});
  EXPECT_EQ(distribution.size().nodes, 1 + 2 + 1 + 4);
  distribution.add(kBelow, 1, true, {});
  EXPECT_EQ(distribution.size().nodes, 1 + 2 + 1 + 4);
  EXPECT_EQ(distribution.size().unknown, 0);
}

TEST(ConditionalDistribution, TakesTheNearestOfTheLevel) {
  ConditionalDistribution distribution;
  distribution.add(kRoot, 1, true, std::vector{kFew, kMore, kMost});
  distribution.add(kMost, 1, true, std::vector{kBelow});
  EXPECT_EQ(distribution.size().nodes, 1 + 3 + 3);
  distribution.add(kFew, 1, true, {});
  EXPECT_EQ(distribution.size().nodes, 1 + 3 + 1) << "the few are nearer to the second";
  distribution.add(kMore, 1, true, std::vector{kBelow, kBelow});
  EXPECT_EQ(distribution.size().nodes, 1 + 3 + 3);
}

TEST(SideShare, BeginsWithLittle) {
  SideShare share({.after = 0.02, .share = 0.1, .mostSeconds = 5});
  EXPECT_FALSE(share.isDue(0.019));
  EXPECT_TRUE(share.isDue(0.02));
  EXPECT_LE(share.secondsAtOnce(0.02), 0.001);
  share.spend(0.002);
  EXPECT_FALSE(share.isDue(0.02));
  EXPECT_TRUE(share.isDue(0.04));
  EXPECT_DOUBLE_EQ(share.secondsAtOnce(100), 0.1);
  share.spend(4.9);
  EXPECT_FALSE(share.isDue(1000));
}

TEST(SideShare, IsSpentEarly) {
  SideShare share({.after = 0, .share = 0.05, .mostSeconds = 5, .early = 0.5});
  share.expect(100);
  share.spend(1.8);
  EXPECT_FALSE(share.isDue(3.5)) << "no more than half of the time so far";
  EXPECT_TRUE(share.isDue(4));
  share.spend(3.15);
  EXPECT_FALSE(share.isDue(50)) << "a twentieth of what the search takes";
  SideShare quick({.after = 0, .share = 0.05, .mostSeconds = 5, .early = 0.5});
  quick.expect(1);
  quick.spend(0.05);
  EXPECT_FALSE(quick.isDue(0.8));
  EXPECT_TRUE(quick.isDue(10)) << "it takes longer than was thought";
}

}  // namespace
}  // namespace heddle::explore
