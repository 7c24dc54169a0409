// What is left of a search, as text and back, and the graphs that are rebuilt
// from it. What makes no sense is refused.
#include "explore/graph/rebuild.h"

#include <gtest/gtest.h>

#include "explore/explorer.h"
#include "explore/graph/trust.h"
#include "support/graph_compare.h"
#include "support/weak_script.h"

namespace heddle::explore::graph {
namespace {

using namespace heddle::testing;
using core::EventId;
using core::Graph;
using core::Label;

constexpr Optimisations kAll{.staleReads = true, .inPlace = true, .speculative = true};

class Runner final : public core::Scheduler {
 public:
  explicit Runner(Rebuild& rebuild) : rebuild_(rebuild) {}
  core::Step next(const core::Execution& execution) override { return rebuild_.next(execution); }

 private:
  Rebuild& rebuild_;
};

void expectSame(const Graph& known, const Graph& rebuilt) {
  ASSERT_EQ(known.size(), rebuilt.size());
  ASSERT_EQ(known.blocked(), rebuilt.blocked());
  for (EventId e = 0; e < known.size(); ++e) {
    EXPECT_TRUE(core::sameRequest(known[e].op, rebuilt[e].op));
    EXPECT_TRUE(known[e].value == rebuilt[e].value);
    EXPECT_EQ(known[e].isExclusive, rebuilt[e].isExclusive);
    EXPECT_EQ(known[e].order(), rebuilt[e].order());
    EXPECT_EQ(known[e].before, rebuilt[e].before);
    EXPECT_EQ(known[e].releaseFence, rebuilt[e].releaseFence);
    for (const Graph::Row row : {Graph::Row::Causal, Graph::Row::Hb, Graph::Row::Published})
      for (ThreadId t = 0; t < std::min(known.threads(), rebuilt.threads()); ++t)
        EXPECT_EQ(known.clock(e, row)[t], rebuilt.clock(e, row)[t]) << e << " " << static_cast<int>(row);
  }
}

TEST(Rebuild, GraphsWithTheirClocks) {
  unsigned revisited = 0;
  for (std::uint64_t i = 0; i < 60; ++i)
    for (const std::string_view model : modelNames()) {
      const Script script = randomWeakScript(32, i);
      ScriptedProgram program(script);
      program.keepGoing(true);
      TrustSearch search(*models::modelNamed(model), kAll);
      bool more = true;
      for (unsigned n = 0; more && n < 100; ++n) {
        const core::Execution& execution = program.run(search);
        const Graph known = search.explored();
        more = search.advance(execution) && !HasFailure();
        Rebuild rebuild({outlineOf(known), {}});
        Runner runner(rebuild);
        program.run(runner);
        rebuild.finish(program.execution());
        ASSERT_TRUE(rebuild.fits()) << text(rebuild.pending()) << "\n" << text(script);
        expectSame(known, rebuild.graph());
        for (EventId e = 0; e < known.size(); ++e)
          revisited += known[e].label == Label::Read && known[e].rf != core::kInitial && known[e].rf > e;
      }
      ASSERT_FALSE(HasFailure()) << model << "\n" << text(script);
    }
  EXPECT_GT(revisited, 100u);
}

TEST(Rebuild, TextOfWhatIsLeft) {
  const Pending pending{{{.thread = 0, .label = Label::Spawn},
                         {.thread = 1, .label = Label::Read, .which = 2},
                         {.thread = 0, .label = Label::Write, .which = 1},
                         {.thread = 1, .label = Label::Write, .isExclusive = true, .which = 2},
                         {.thread = 0, .label = Label::Read, .isBlocked = true, .which = core::kInitial},
                         {.thread = 2, .label = Label::Choose, .which = 1},
                         {.thread = 1, .label = Label::Write, .which = 3}},
                        {{Option::Kind::Place, 1, 0}, {Option::Kind::Revisit, 4, 0}, {Option::Kind::Revisit, 4, 2}}};
  EXPECT_EQ(text(pending), "0s 1r2 0w1 1x2 0b 2c1 1w3 / p1 v4 v4:2");
  EXPECT_EQ(pendingFrom(text(pending)), pending);
  EXPECT_EQ(pendingFrom("0w1 1r / r0 k0 r k"),
            (Pending{{{0, Label::Write, false, false, 1}, {1, Label::Read, false, false, core::kInitial}},
                     {{Option::Kind::ReadFrom, 0, 0},
                      {Option::Kind::SpeculativeRevisit, 0, 0},
                      {Option::Kind::ReadFrom, core::kInitial, 0},
                      {Option::Kind::SpeculativeRevisit, core::kInitial, 0}}}));
  const Pending lost{{{0, Label::Write, false, false, 1}}, {}, {{.thread = 3, .index = 4, .at = 0, .winner = 0}}};
  EXPECT_EQ(text(lost), "0w1 3l4:0:0");
  EXPECT_EQ(pendingFrom(text(lost)), lost);
  EXPECT_EQ(pendingFrom(""), Pending{});
}

TEST(Rebuild, TextThatIsNone) {
  for (const char* bad : {"x",
                          "0",
                          "0z",
                          "0s1",
                          "0w",
                          "0w0",
                          "0w9",
                          "0r1",
                          "0w1 0r1",
                          "0w1 1r5",
                          "99999999999r",
                          "1000r",
                          "0w1  1r",
                          "0w1 /",
                          "/",
                          "/ r",
                          "0w1 / r",
                          "0w1 / p0",
                          "0w1 / p1",
                          "0w1 / q",
                          "0w1 / v0",
                          "0r 1w1 / v",
                          "0r 1w1 / v0:",
                          "0r 1w1 / v0x",
                          "0r 1w1 / v1",
                          "0r / r1",
                          "0w1 1r / r1",
                          "0w1 1r / r0 /",
                          "0c / c1",
                          "0c99999999999",
                          "0r-1",
                          "0w1 3l",
                          "0w1 3l4:0",
                          "0w1 3l4:1:0",
                          "0w1 3l4:0:1",
                          "0r 3l4:0:0",
                          "0w1 0w2 3l4:1:1 3l4:0:1"})
    EXPECT_FALSE(pendingFrom(bad).has_value()) << bad;
}

// Files can say anything: what does not fit the program is refused.
TEST(Rebuild, WhatDoesNotFitTheProgramIsRefused) {
  const Script script = parallel({{store(0, 1), load(0, 1)}, {add(0, 1, 1), choose(1, 2)}});
  for (const char* bad : {"5w1",
                          "0w1",
                          "1w1",
                          "0s 1r",
                          "0s 1w1 1w2",
                          "0s 0s 1w1 1r2",
                          "0s 1w2",
                          "0s 1b",
                          "0s 0s 2r 2x2",
                          "0s 0s 2x1",
                          "0s 0s 2r 2x1 2c2",
                          "0s 0s 2r 2x1 2c1 / c2",
                          "1w1 0s",
                          "0s 0s 2r 2x1 2c1 2r",
                          "0s 0s 0j",
                          "0s 0e",
                          "0s 0s 2r 2x1 1w1 / v2",
                          "0s 0s 2r 2x1 / v2",
                          "0s 0s 1w1 2r / r2",
                          "0s 0s 1w1 2r / k"}) {
    const auto pending = pendingFrom(bad);
    ASSERT_TRUE(pending.has_value()) << bad;
    ScriptedProgram program(script);
    TrustSearch search(*models::modelNamed("rc11"), kAll);
    search.resume({{*pending}, {}, {}});
    core::Outcome before;
    before.stopSchedule = {{0, 0}};
    const core::Outcome outcome = heddle::explore::explore(program, search, {}, before);
    EXPECT_EQ(outcome.verdict, core::Verdict::Refused) << bad;
    EXPECT_TRUE(outcome.stopSchedule.empty());  // or it would be told as the reason
    EXPECT_NE(outcome.why.find("does not fit"), std::string::npos) << outcome.why;
  }
}

}  // namespace
}  // namespace heddle::explore::graph
