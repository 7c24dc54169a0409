// Pieces of work in processes of their own: all of them end, whatever one of them does.
#include "check/many/processes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <map>
#include <thread>

namespace heddle::check {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

struct Ends {
  std::map<std::size_t, std::string> answers, problems;

  auto keep() {
    return [this](std::size_t piece, std::string answer, const std::string& problem) {
      answers[piece] = std::move(answer);
      if (!problem.empty()) problems[piece] = problem;
    };
  }
};

TEST(Processes, AnswersComeBackWhateverTheirNumber) {
  for (const unsigned atOnce : {0U, 1U, 2U, 50U}) {
    Ends ends;
    inProcesses(
        {.count = 7, .atOnce = atOnce, .perform = [](auto i) { return std::to_string(i); }, .ends = ends.keep()});
    EXPECT_EQ(ends.answers.size(), 7u);
    for (const auto& [piece, answer] : ends.answers) EXPECT_EQ(answer, std::to_string(piece));
    EXPECT_TRUE(ends.problems.empty());
  }
}

TEST(Processes, AnAnswerMayBeLongerThanAPipe) {
  Ends ends;
  inProcesses({.count = 2,
               .atOnce = 2,
               .perform = [](auto i) { return std::string(3'000'000 + i, 'x'); },
               .ends = ends.keep()});
  EXPECT_EQ(ends.answers[0].size(), 3'000'000u);
  EXPECT_EQ(ends.answers[1].size(), 3'000'001u);
}

TEST(Processes, OneThatCrashesDoesNotDisturbTheOthers) {
  Ends ends;
  const auto perform = [](std::size_t i) -> std::string {
    if (i == 1) std::raise(SIGKILL);
    if (i == 2) _exit(7);
    return "fine";
  };
  inProcesses({.count = 4, .atOnce = 2, .perform = perform, .ends = ends.keep()});
  EXPECT_EQ(ends.answers[0], "fine");
  EXPECT_EQ(ends.answers[3], "fine");
  EXPECT_THAT(ends.problems,
              ElementsAre(Pair(1, HasSubstr("was ended by signal 9")), Pair(2, "ended with exit status 7")));
}

TEST(Processes, WhatOneWritesToItsMemoryNobodyElseSees) {
  int counter = 0;
  Ends ends;
  inProcesses(
      {.count = 3, .atOnce = 1, .perform = [&](auto) { return std::to_string(++counter); }, .ends = ends.keep()});
  EXPECT_THAT(ends.answers, ElementsAre(Pair(0, "1"), Pair(1, "1"), Pair(2, "1")));
  EXPECT_EQ(counter, 0);
}

TEST(Processes, AnInterruptionEndsWhatRunsAndBeginsNothing) {
  static volatile std::sig_atomic_t isAsked;
  isAsked = 0;
  bool isInterrupted = false;
  Ends ends;
  const auto perform = [](std::size_t) -> std::string {
    std::signal(SIGTERM, [](int) { isAsked = 1; });
    for (int i = 0; i < 1000 && isAsked == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return isAsked != 0 ? "asked to end" : "nobody has asked";
  };
  int ticks = 0;
  inProcesses({.count = 5,
               .atOnce = 2,
               .perform = perform,
               .ends = ends.keep(),
               .interrupted = [&] { return isInterrupted; },
               .tick = [&] { isInterrupted = ++ticks > 3; }});
  EXPECT_THAT(ends.answers, ElementsAre(Pair(0, "asked to end"), Pair(1, "asked to end")));
}

}  // namespace
}  // namespace heddle::check
