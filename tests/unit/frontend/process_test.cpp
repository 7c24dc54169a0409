// Children, their output and their ends.
#include "frontend/process.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <utility>

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
  command.input = std::string(1000000, 'x');  // more than a pipe holds
  EXPECT_EQ(runAll({command}, 1)[0].output, command.input);
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

TEST(RunAll, EndsWhatMustStopWithAllItHasStarted) {
  // The inner shell holds the pipe open: only if it ends, too, is there an end of the output.
  const auto start = std::chrono::steady_clock::now();
  const auto outcomes = runAll({shell("echo begun; sleep 1000 & sleep 1000"), shell("echo never")}, 1, [&] {
    return std::chrono::steady_clock::now() - start > std::chrono::milliseconds(200);
  });
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  EXPECT_EQ(outcomes[0].output, "begun\n");
  EXPECT_EQ(outcomes[0].status, 128 + SIGTERM);
  EXPECT_EQ(outcomes[1].status, -1);
}

TEST(RunAll, EndsWhatDoesNotWantTo) {
  bool mustStop = false;
  const auto outcomes =
      runAll({shell("trap '' TERM; while :; do sleep 0.01; done")}, 1, [&] { return std::exchange(mustStop, true); });
  EXPECT_EQ(outcomes[0].status, 128 + SIGKILL);
}

TEST(BackgroundTest, EndsWhenItMustStop) {
  EXPECT_EQ(Background(shell("sleep 1000"), [] { return true; }).outcome().status, 128 + SIGTERM);
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
