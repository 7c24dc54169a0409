// A report that has been bytes says the same in every format.
#include "check/many/report_bytes.h"

#include <gtest/gtest.h>

#include "report/formats.h"
#include "report/made_up.h"
#include "report/text.h"

namespace heddle::check {
namespace {

report::Report full() {
  report::Report report;
  report.test = report::Test{"fifo", {"queue.c", 7, 1, "fifo"}, "data-race", "queue.c"};
  report.files = {"queue.c", "b.c"};
  report.flags = {"-DX=1"};
  report.flagsOfFiles = {{"queue.c", {"-I.", "-O2"}}, {"b.c", {}}};
  report.search = "naive";
  report.model = "sc";
  report.promises = {"assertions"};
  report.notes = {"a note", "another"};
  report.setAside = {{"--volatile relaxed", 3, 1, {"f", "g"}}};
  report.options = {{"z", 1}, {"a", {1, 2, nullptr}}};
  report.seconds = {{"clang", 0.25}, {"explore", 1.5}};
  report.outcome.verdict = core::Verdict::Violation;
  report.outcome.executions = {1, 2, 3, 4, 5};
  report.outcome.why = "the time limit";
  report.outcome.limitations = {"l"};
  report.outcome.found.push_back(
      {{core::ViolationKind::DataRace, "m", 1, 2, 3, 4, 5}, {core::Step(1, 7, true)}, 9, true});
  report.outcome.broken = core::Broken{core::Assumption::OneSize, 4, "why", 8, 4};
  report.outcome.evidence[core::Assumption::LoopsEnd] = {{1, 2}, {}};
  report.findings.push_back({report::made_up::storeBuffering(), 7});
  report.findings.push_back({report::made_up::sixThreads(), 1});
  report.stop = report::made_up::longLoop(3);
  report.bounded = report::Bounded{4, true, "order", "z3", {{1, 2, 0.5, 3, 4, 5, 6}, {}}};
  report.isCached = true;
  report.exitCode = 1;
  report.directory = "/home/me";
  return report;
}

TEST(ReportBytes, EveryFormatIsTheSameAfterwards) {
  const report::Report before = full();
  const auto after = reportFrom(toBytes(before));
  ASSERT_TRUE(after);
  for (const report::Format& format : report::formats())
    EXPECT_EQ(report::written(format, *after), report::written(format, before)) << format.name;
  EXPECT_EQ(report::text(*after, {.style = {}, .fullTrace = true, .stats = true}),
            report::text(before, {.style = {}, .fullTrace = true, .stats = true}));
  EXPECT_EQ(toBytes(*after), toBytes(before));
}

TEST(ReportBytes, WhatIsCutShortIsNoReport) {
  const std::string bytes = toBytes(full());
  for (std::size_t size = 0; size < bytes.size(); size += 17) EXPECT_FALSE(reportFrom(bytes.substr(0, size))) << size;
  EXPECT_FALSE(reportFrom(bytes + "x"));
  EXPECT_TRUE(reportFrom(toBytes({})));
}

}  // namespace
}  // namespace heddle::check
