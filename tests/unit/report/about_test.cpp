#include "report/about.h"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

TEST(About, NumbersHaveTwoDigits) {
  EXPECT_EQ(aboutNumber(0), "0");
  EXPECT_EQ(aboutNumber(7.4), "7");
  EXPECT_EQ(aboutNumber(99.6), "100");
  EXPECT_EQ(aboutNumber(1'234'567), "1,200,000");
  EXPECT_EQ(aboutNumber(3.44e17), "3.4 × 10¹⁷");
}

TEST(About, TimesHaveTheUnitThatFits) {
  EXPECT_EQ(aboutTime(0.042), "42 ms");
  EXPECT_EQ(aboutTime(8.13), "8.1 s");
  EXPECT_EQ(aboutTime(61), "61 s");
  EXPECT_EQ(aboutTime(600), "10 min");
  EXPECT_EQ(aboutTime(3 * 3600), "3 h");
  EXPECT_EQ(aboutTime(12.0 * 86'400), "12 days");
  EXPECT_EQ(aboutTime(4'120.0 * 365 * 86'400), "4,100 years");
}

TEST(About, Shares) {
  EXPECT_EQ(aboutShare(1'204'224, 39e6), "about 3.1 % of about 39,000,000");
  EXPECT_EQ(aboutShare(40, 90), "about 44 % of about 90");
  EXPECT_EQ(aboutShare(1, 1e6), "less than 0.1 % of about 1,000,000");
}

TEST(About, RangesAreInOneManner) {
  EXPECT_EQ(aboutRange(500, 2000), "500 to 2,000");
  EXPECT_EQ(aboutRange(6.4e14, 6.9e15), "6.4 × 10¹⁴ to 6.9 × 10¹⁵");
}

}  // namespace
}  // namespace heddle::report
