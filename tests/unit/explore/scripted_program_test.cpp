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

TEST(ScriptedProgram, OfTwoThatWaitForAThreadOneIsScheduled) {
  const Script script{.threads = {{spawn(1), spawn(2), join(1)}, {store(0, 1)}, {join(1)}}};
  EXPECT_EQ(rowsOf(script, {{1}, {2}}), (std::vector<Row>{{0, OpKind::Spawn, false},
                                                          {0, OpKind::Spawn, false},
                                                          {1, OpKind::Write, true},
                                                          {1, OpKind::Exit, false},
                                                          {0, OpKind::Join, false},
                                                          {0, OpKind::Exit, false},
                                                          {2, OpKind::Join, true},
                                                          {2, OpKind::Exit, false}}));
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
