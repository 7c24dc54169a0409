// Children, their output and their ends.
#include "frontend/process.h"

#include <gtest/gtest.h>

namespace heddle::frontend {
namespace {

Command shell(const std::string& script) { return {{"/bin/sh", "-c", script}, {}}; }

TEST(RunAll, KeepsBothStreamsApart) {
  const Outcome outcome = runAll({shell("echo out; echo err >&2; exit 3")}, 1)[0];
  EXPECT_EQ(outcome.output, "out\n");
  EXPECT_EQ(outcome.errors, "err\n");
  EXPECT_EQ(outcome.status, 3);
}

TEST(RunAll, GivesInput) {
  Command command = shell("cat");
  command.input = "hello";
  EXPECT_EQ(runAll({command}, 1)[0].output, "hello");
}

TEST(RunAll, TakesMoreThanAPipeHolds) {
  const Outcome outcome = runAll({shell("head -c 1000000 /dev/zero; head -c 300000 /dev/zero >&2")}, 1)[0];
  EXPECT_EQ(outcome.output.size(), 1000000U);
  EXPECT_EQ(outcome.errors.size(), 300000U);
}

TEST(RunAll, OutcomesAreInTheOrderOfTheCommands) {
  const auto outcomes = runAll({shell("sleep 0.1; echo 0"), shell("echo 1"), shell("echo 2")}, 2);
  ASSERT_EQ(outcomes.size(), 3U);
  EXPECT_EQ(outcomes[0].output + outcomes[1].output + outcomes[2].output, "0\n1\n2\n");
}

TEST(RunAll, RunsAtTheSameTime) {
  // Each waits for a line of the other: in turn, they would never end.
  const std::string pipes = "/tmp/heddle-process-test-$PPID";
  const auto outcomes = runAll({shell("p=" + pipes + "; mkfifo $p; read x <$p; rm $p; echo $x"),
                                shell("p=" + pipes + "; while [ ! -p $p ]; do :; done; echo met >$p")},
                               2);
  EXPECT_EQ(outcomes[0].output, "met\n");
}

TEST(RunAll, ReportsSignalsAndMissingPrograms) {
  EXPECT_EQ(runAll({shell("kill -9 $$")}, 1)[0].status, 128 + 9);
  const Outcome missing = runAll({{{"/nowhere/clang"}, {}}}, 1)[0];
  EXPECT_EQ(missing.status, -1);
  EXPECT_EQ(missing.errors, "No such file or directory");
}

TEST(BackgroundTest, RunsWhileOthersDo) {
  const std::string pipes = "/tmp/heddle-background-test-$PPID";
  Background background(shell("p=" + pipes + "; mkfifo $p; read x <$p; rm $p; echo $x"));
  runAll({shell("p=" + pipes + "; while [ ! -p $p ]; do :; done; echo met >$p")}, 1);
  EXPECT_EQ(background.outcome().output, "met\n");
}

TEST(BackgroundTest, MissingProgram) { EXPECT_EQ(Background({{"/nowhere/clang"}, {}}).outcome().status, -1); }

}  // namespace
}  // namespace heddle::frontend
