// The scripted program itself: what it asks the scheduler, what it performs at
// once, and what it records.
#include "support/scripted_program.h"

#include <gtest/gtest.h>

#include "explore/replay.h"

namespace heddle::testing {
namespace {

using core::OpKind;

struct Row {
  ThreadId thread;
  OpKind kind;
  bool asked;
  bool operator==(const Row&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Row& row) {
  return out << row.thread << ' ' << core::name(row.kind) << (row.asked ? " asked" : "");
}

std::vector<Row> rowsOf(const core::Execution& execution) {
  std::vector<Row> rows;
  for (const core::Event& event : execution.trace) rows.push_back({event.thread, event.op.kind, event.asked});
  return rows;
}

std::vector<Row> rowsOf(const Script& script, const std::vector<core::Step>& schedule) {
  ScriptedProgram program(script);
  explore::Replay replay(schedule);
  const core::Execution& execution = program.run(replay);
  EXPECT_EQ(replay.divergence(), std::nullopt);
  return rowsOf(execution);
}

TEST(ScriptedProgram, PerformsLocalOpsAtOnce) {
  // T1 has nothing to ask and is over inside its spawn; T2 stops before its store.
  const Script script = parallel({{fence()}, {fence(), store(0, 1)}});
  EXPECT_EQ(rowsOf(script, {{2}}), (std::vector<Row>{{0, OpKind::Spawn, false},
                                                     {1, OpKind::Fence, false},
                                                     {1, OpKind::Exit, false},
                                                     {0, OpKind::Spawn, false},
                                                     {2, OpKind::Fence, false},
                                                     {0, OpKind::Join, false},
                                                     {2, OpKind::Write, true},
                                                     {2, OpKind::Exit, false},
                                                     {0, OpKind::Join, false},
                                                     {0, OpKind::Exit, false}}));
}

TEST(ScriptedProgram, AllThatWaitForAThreadGoOnAtOnce) {
  const Script script{.threads = {{spawn(1), spawn(2), join(1)}, {store(0, 1)}, {join(1)}}};
  EXPECT_EQ(rowsOf(script, {{1}}), (std::vector<Row>{{0, OpKind::Spawn, false},
                                                     {0, OpKind::Spawn, false},
                                                     {1, OpKind::Write, true},
                                                     {1, OpKind::Exit, false},
                                                     {0, OpKind::Join, false},
                                                     {0, OpKind::Exit, false},
                                                     {2, OpKind::Join, false},
                                                     {2, OpKind::Exit, false}}));
}

TEST(ScriptedProgram, ASectionIsOneStep) {
  const Script script{
      .threads = {{atomicBegin(), store(0, 1), load(0, 0), skipIf(0, 1, 1), load(1, 0), atomicEnd(), load(2, 0)}}};
  EXPECT_EQ(rowsOf(script, {{0}, {0}}), (std::vector<Row>{{0, OpKind::Atomic, true},
                                                          {0, OpKind::Write, false},
                                                          {0, OpKind::Read, false},
                                                          {0, OpKind::Read, true},
                                                          {0, OpKind::Exit, false}}));
}

TEST(ScriptedProgram, KeepsGoingWithTheOtherThreads) {
  ScriptedProgram program(parallel({{load(0, 0), check(0, 1), store(0, 5)}, {unlock(1), store(0, 6)}, {store(0, 7)}}));
  explore::Replay stopping({{1}});
  EXPECT_EQ(program.run(stopping).end, core::End::Violated);
  program.keepGoing(true);
  explore::Replay replay({{1}, {2}, {3}});
  const core::Execution& execution = program.run(replay);
  EXPECT_EQ(replay.divergence(), std::nullopt);
  EXPECT_EQ(execution.end, core::End::Violated);
  ASSERT_TRUE(execution.violation.has_value());
  EXPECT_EQ(execution.violation->site, ScriptedProgram::siteOf(1, 1));
  ASSERT_EQ(execution.furtherViolations.size(), 1u);
  EXPECT_EQ(execution.furtherViolations[0].kind, core::ViolationKind::LockMisuse);
  EXPECT_EQ(program.finalState()[2], 7u);
}

TEST(ScriptedProgram, PartsOfWordsOverlap) {
  ScriptedProgram program(
      Script{.threads = {{store(0, 3), part(store(0, 1), 4, 4), part(add(0, 0, 1), 0, 2), load(1, 0)}}});
  explore::Replay replay({{0}, {0}, {0}, {0}});
  program.run(replay);
  EXPECT_EQ(program.finalState()[2], (std::uint64_t{1} << 32) + 4);
}

TEST(ScriptedProgram, AWriteRecordsWhatItOverwrote) {
  ScriptedProgram program(Script{.threads = {{store(0, 5), store(0, 7)}}});
  explore::Replay replay({{0}, {0}});
  const core::Execution& execution = program.run(replay);
  EXPECT_EQ(static_cast<int>(execution.trace[0].read), 0);
  EXPECT_EQ(static_cast<int>(execution.trace[1].read), 5);
  EXPECT_TRUE(execution.trace[1].wrote);
}

}  // namespace
}  // namespace heddle::testing
