#include "parallel/ranks/link.h"

#include <gtest/gtest.h>

namespace heddle::parallel {
namespace {

TEST(Link, TheFrontSaysWhereEachRankRuns) {
  const auto hello = Link::helloFrom(Link::text({1, {"one", "", "three"}}));
  ASSERT_TRUE(hello.has_value());
  EXPECT_EQ(hello->rank, 1u);
  EXPECT_EQ(hello->machines, (std::vector<std::string>{"one", "", "three"}));
}

TEST(Link, AFirstWordThatMakesNoSenseIsNone) {
  EXPECT_FALSE(Link::helloFrom("").has_value());
  EXPECT_FALSE(Link::helloFrom(Link::text({3, {"one", "two"}})).has_value());
  EXPECT_FALSE(Link::helloFrom(std::string("\1\0\0\0one", 7)).has_value());
}

TEST(Link, MessagesSayWhoseTheyAre) {
  const auto message = Link::unwrapped(Link::wrapped(7, "text"));
  ASSERT_TRUE(message.has_value());
  EXPECT_EQ(message->rank, 7u);
  EXPECT_EQ(message->bytes, "text");
  EXPECT_FALSE(Link::unwrapped("abc").has_value());
}

}  // namespace
}  // namespace heddle::parallel
