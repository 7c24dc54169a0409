// Dependency relations: the rows, the effects they give to events, and what a
// search does with a relation that learns.
#include <gtest/gtest.h>

#include <set>

#include "explore/dpor/dependence/read_write.h"
#include "explore/dpor/dependence/registry.h"
#include "explore/dpor/optimal.h"
#include "explore/dpor/source.h"
#include "explore/explorer.h"
#include "explore/registry.h"
#include "support/compare.h"

namespace heddle::explore::dpor {
namespace {

using namespace heddle::testing;  // NOLINT: the scripts read like programs
using core::Order;

const core::ProgramInfo kNothingKnown;

std::shared_ptr<Dependence> made(std::string_view name) { return dependenceNamed(name)->make(kNothingKnown); }

core::Event update(const core::UpdateRule& rule, Order order, bool isUsed) {
  const core::UpdateRule* const used = isUsed ? &rule : core::rules::withoutResult(&rule);
  return {.op = {.rule = used, .kind = core::OpKind::Update, .order = order, .size = 8}, .wrote = true};
}

TEST(Dependence, RowsHaveNamesAndMakeRelations) {
  std::set<std::string_view> names;
  for (const DependenceRow& row : dependences()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(dependenceNamed(row.name), &row);
    EXPECT_FALSE(row.description.empty());
    EXPECT_FALSE(row.paper.empty());
    const auto relation = row.make(kNothingKnown);
    EXPECT_NE(relation, row.make(kNothingKnown)) << "each search has its own";
    const core::Event read{.op = {.kind = core::OpKind::Read, .size = 8}};
    EXPECT_EQ(relation->effectOf(read), Effect::Read);
  }
  EXPECT_EQ(dependenceNamed("guess"), nullptr);
}

TEST(Dependence, ConflictsAreSymmetric) {
  for (unsigned x = 0; x < kEffects; ++x)
    for (unsigned y = 0; y < kEffects; ++y)
      EXPECT_EQ(conflict(Effect{static_cast<std::uint8_t>(x)}, Effect{static_cast<std::uint8_t>(y)}),
                conflict(Effect{static_cast<std::uint8_t>(y)}, Effect{static_cast<std::uint8_t>(x)}));
}

TEST(Dependence, ReadWrite) {
  const auto relation = made("read-write");
  core::Event cas = update(core::rules::kCompareExchange, Order::SeqCst, /*isUsed=*/true);
  EXPECT_EQ(relation->effectOf(cas), Effect::Write);
  cas.wrote = false;
  EXPECT_EQ(relation->effectOf(cas), Effect::Read);
  EXPECT_EQ(relation->effectOf(update(core::rules::kAdd, Order::Relaxed, /*isUsed=*/false)), Effect::Write);
  EXPECT_FALSE(relation->growsByFence());
}

TEST(Dependence, CommutingIsForResultsThatNobodyUses) {
  const auto relation = made("commuting");
  EXPECT_EQ(relation->effectOf(update(core::rules::kAdd, Order::SeqCst, /*isUsed=*/false)), Effect::Add);
  EXPECT_EQ(relation->effectOf(update(core::rules::kSub, Order::SeqCst, /*isUsed=*/false)), Effect::Add);
  EXPECT_EQ(relation->effectOf(update(core::rules::kXor, Order::SeqCst, /*isUsed=*/false)), Effect::Xor);
  EXPECT_EQ(relation->effectOf(update(core::rules::kAdd, Order::SeqCst, /*isUsed=*/true)), Effect::Write);
  EXPECT_FALSE(relation->growsByFence());
}

TEST(Dependence, CommutingUnsynchronisedUntilAFence) {
  const auto relation = made("commuting-unsynchronised");
  const auto effectOf = [&](const core::UpdateRule& rule, Order order) {
    return relation->effectOf(update(rule, order, /*isUsed=*/false));
  };
  EXPECT_EQ(effectOf(core::rules::kAdd, Order::Relaxed), Effect::Add);
  EXPECT_EQ(effectOf(core::rules::kAdd, Order::Acquire), Effect::AddAcquire);
  EXPECT_EQ(effectOf(core::rules::kAdd, Order::Release), Effect::AddRelease);
  EXPECT_EQ(effectOf(core::rules::kAdd, Order::SeqCst), Effect::Write);
  EXPECT_EQ(effectOf(core::rules::kOr, Order::Relaxed), Effect::Or);
  EXPECT_EQ(effectOf(core::rules::kOr, Order::Release), Effect::Write);
  EXPECT_TRUE(relation->growsByFence());
  EXPECT_FALSE(relation->growsByFence()) << "nothing new";
  EXPECT_EQ(effectOf(core::rules::kAdd, Order::Relaxed), Effect::Write);
}

// Each search that counts traces takes the relation: two additions whose
// results nobody uses, with which nothing else conflicts.
TEST(Dependence, SearchesTakeIt) {
  const Script script = parallel({{post(0)}, {post(0)}, {post(0)}});
  for (const SearchRow& row : searches()) {
    if (!row.hasDependence) continue;
    for (const auto& [name, traces] : {std::pair{"read-write", 6u}, std::pair{"commuting", 1u}}) {
      ScriptedProgram program(script);
      const auto search = row.make({.dependence = dependenceNamed(name)});
      EXPECT_EQ(explore(program, *search, {}).executions.complete, traces) << row.name << " " << name;
    }
  }
  ScriptedProgram program(script);
  EXPECT_EQ(explore(program, *searchNamed("optimal")->make({}), {}).executions.complete, 6u);
}

// A relation that depends on places of the program and on executions: only what
// happens at some sites matters, and at all sites that were seen to access the
// same bytes (Assertion-guided, Alg. 3).
class AtSites final : public Dependence {
 public:
  explicit AtSites(std::set<SiteId> sites)
      : Dependence([](const Dependence& self, const core::Event& event) {
          return static_cast<const AtSites&>(self).matters(event) ? readOrWrite(event) : Effect::Read;
        }),
        sites_(std::move(sites)) {}

  bool growsBy(const core::Execution& execution) override {
    const std::size_t before = sites_.size();
    for (const core::Event& one : execution.trace)
      for (const core::Event& other : execution.trace)
        if (core::accessesMemory(one) && core::accessesMemory(other) && one.op.addr == other.op.addr && matters(one))
          sites_.insert(other.op.site);
    return sites_.size() != before;
  }

 private:
  bool matters(const core::Event& event) const { return sites_.contains(event.op.site); }

  std::set<SiteId> sites_;
};

// Two threads store to word 0 and to word 1. Only word 1 is of interest: its
// sites are found from one of them, and its two orders are what is left of four.
TEST(Dependence, ARelationMayLearnFromExecutions) {
  const Script script = parallel({{store(0, 1), store(1, 1)}, {store(0, 2), store(1, 2)}});
  const std::set<SiteId> oneStore{ScriptedProgram::siteOf(1, 1)};
  OptimalSearch optimal(std::make_shared<AtSites>(oneStore));
  SourceSearch source(std::make_shared<AtSites>(oneStore));
  for (Search* const search : std::initializer_list<Search*>{&optimal, &source}) {
    ScriptedProgram program(script);
    unsigned restarts = 0;
    unsigned executions = 0;
    for (bool more = true; more;) {
      const core::Execution& execution = program.run(*search);
      EXPECT_EQ(execution.end, core::End::Complete);
      more = search->advance(execution);
      ++executions;
      if (search->takeBroken()) {
        ++restarts;
        executions = 0;
      }
    }
    EXPECT_EQ(restarts, 1u);
    EXPECT_EQ(executions, 2u);
  }
  ScriptedProgram program(script);
  EXPECT_EQ(explore(program, *searchNamed("optimal")->make({}), {}).executions.complete, 4u);
}

unsigned prunedTraces(const Script& script) {
  std::set<unsigned> counts;
  for (const SearchRow& row : searches()) {
    if (!row.hasDependence) continue;
    ScriptedProgram program(script);
    const auto search = row.make({.pruneWrites = true});
    counts.insert(static_cast<unsigned>(explore(program, *search, {}).executions.complete));
  }
  EXPECT_EQ(counts.size(), 1u);
  return *counts.begin();
}

// Assertion-guided, Fig. 9: of the stores of two threads only the last ones can be told apart by whoever joins both.
TEST(ObservedStores, TheLastOnesBeforeAJoin) {
  const Script script = parallel({{store(0, 7), store(0, 6)}, {store(0, 0), store(0, 1)}});
  EXPECT_EQ(prunedTraces(script), 2u);
  EXPECT_FALSE(pruningDisagrees(script));
}

// Nobody joins, nobody reads.
TEST(ObservedStores, ThatNobodySees) {
  const Script script{.threads = {{spawn(1), spawn(2)}, {store(0, 1), store(0, 2)}, {store(0, 3)}}, .words = 1};
  EXPECT_EQ(prunedTraces(script), 1u);
}

// A third thread may read in between.
TEST(ObservedStores, ByAReadAtAnyTime) {
  const Script script{.threads = {{spawn(1), spawn(2), spawn(3)}, {store(0, 1)}, {store(0, 2)}, {load(0, 0)}},
                      .words = 1};
  EXPECT_FALSE(pruningDisagrees(script));
  EXPECT_EQ(prunedTraces(script), 6u)
      << "once they were told apart they are in every trace, also if the read comes first";
}

}  // namespace
}  // namespace heddle::explore::dpor
