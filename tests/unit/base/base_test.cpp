#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "base/check.h"
#include "base/ids.h"
#include "base/result.h"

namespace heddle {
namespace {

Result<int> half(int number) {
  if (number % 2 != 0) return Diagnostic{"give me an even number"};
  return number / 2;
}

TEST(Result, HoldsAValueOrAProblem) {
  auto good = half(8);
  ASSERT_TRUE(good);
  EXPECT_EQ(*good, 4);
  auto bad = half(7);
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.problem().message, "give me an even number");
}

TEST(Result, CarriesValuesThatOnlyMove) {
  Result<std::unique_ptr<std::string>> result(std::make_unique<std::string>("warp"));
  ASSERT_TRUE(result);
  EXPECT_EQ((*result)->size(), 4u);
  const std::unique_ptr<std::string> taken = std::move(*result);
  EXPECT_EQ(*taken, "warp");
}

TEST(ResultDeathTest, TheWrongSideIsAnInternalError) {
  auto bad = half(7);
  EXPECT_DEATH(*bad, "internal error");
  auto good = half(8);
  EXPECT_DEATH((void)good.problem(), "internal error");
}

TEST(CheckDeathTest, SaysWhatDoesNotHoldAndWhere) {
  EXPECT_DEATH(HEDDLE_CHECK(1 + 1 == 3), "1 \\+ 1 == 3 does not hold \\(.*base_test.cpp:[0-9]+\\)");
  EXPECT_DEATH(HEDDLE_CHECK_NOTE(false, "the loom is broken"), "the loom is broken");
}

TEST(CheckDeathTest, PrintsTheRegisteredContext) {
  const auto fail = [] {
    setCheckContext([]() -> std::string { return "schedule: T1 T2"; });
    HEDDLE_CHECK(false);
  };
  EXPECT_DEATH(fail(), "schedule: T1 T2");
}

TEST(Check, EvaluatesItsConditionOnce) {
  int times = 0;
  HEDDLE_CHECK(++times == 1);
  EXPECT_EQ(times, 1);
}

}  // namespace
}  // namespace heddle
