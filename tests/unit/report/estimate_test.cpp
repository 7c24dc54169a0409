#include "report/estimate.h"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

Report bySearch() {
  Report report;
  report.search = "optimal";
  report.model = "sc";
  return report;
}

TEST(Estimate, TheTimeIncludesThatOfTheCompiler) {
  const Estimate estimate{.executions = 1000, .low = 500, .high = 2000, .perSecond = 100, .secondsToStart = 3};
  EXPECT_EQ(text(estimate, bySearch()),
            "about 1,000 executions (500 to 2,000) · 100/s · 13 s (8.0 s to 23 s) · search optimal, model sc\n");
}

TEST(Estimate, WithoutAProbeItSaysSo) {
  const Estimate estimate{.isKnown = false, .executions = 12, .perSecond = 2};
  const std::string line = text(estimate, bySearch());
  EXPECT_TRUE(line.starts_with("more than 12 executions, 2/s; ")) << line;
  EXPECT_EQ(json(estimate, {}).find("\"executions\""), std::string::npos);
}

TEST(Estimate, WhatWasExploredIsExact) {
  const Estimate estimate{.isExplored = true, .executions = 1234, .perSecond = 1e6};
  const std::string line = text(estimate, bySearch());
  EXPECT_TRUE(line.starts_with("1,234 executions, all explored on the way without a violation · 1 ms")) << line;
}

}  // namespace
}  // namespace heddle::report
