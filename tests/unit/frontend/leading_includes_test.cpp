// What may and what may not go into a precompiled header.
#include "frontend/leading_includes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::frontend {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(LeadingIncludes, KeepsTheOrder) {
  EXPECT_THAT(leadingStandardHeaders("#include <thread>\n#include <atomic>\n\nint main() {}\n"),
              ElementsAre("thread", "atomic"));
}

TEST(LeadingIncludes, AllowsAnySpacing) {
  EXPECT_THAT(leadingStandardHeaders("\t#  include<mutex>  \r\n # include\t<vector>"), ElementsAre("mutex", "vector"));
}

TEST(LeadingIncludes, SkipsComments) {
  EXPECT_THAT(leadingStandardHeaders("// a #include <list>\n/* b\n#include <map>\n*/ #include <set> // c\n"
                                     "#include <span> /* d */\nint x;"),
              ElementsAre("set", "span"));
}

TEST(LeadingIncludes, ACommentMayContinueOnTheNextLine) {
  EXPECT_THAT(leadingStandardHeaders("// a \\\n#include <list>\n#include <map>\n"), ElementsAre("map"));
  EXPECT_THAT(leadingStandardHeaders("// a \\\r\n#include <list>\r\n#include <map>\r\n"), ElementsAre("map"));
}

TEST(LeadingIncludes, SkipsPragmaOnceAndByteOrderMark) {
  EXPECT_THAT(leadingStandardHeaders("\xEF\xBB\xBF#pragma once\n#include <new>\n"), ElementsAre("new"));
}

TEST(LeadingIncludes, StopsAtTheFirstThingThatMayMatter) {
  EXPECT_THAT(leadingStandardHeaders("#include <new>\n#define NDEBUG\n#include <cassert>\n"), ElementsAre("new"));
  EXPECT_THAT(leadingStandardHeaders("#include <new>\n#include \"mine.h\"\n#include <map>\n"), ElementsAre("new"));
  EXPECT_THAT(leadingStandardHeaders("#include <new>\n#include <boost/any.hpp>\n#include <map>\n"), ElementsAre("new"));
  EXPECT_THAT(leadingStandardHeaders("#if 0\n#include <new>\n#endif\n"), IsEmpty());
  EXPECT_THAT(leadingStandardHeaders("int x;\n#include <new>\n"), IsEmpty());
}

TEST(LeadingIncludes, StopsAtALineItDoesNotUnderstand) {
  EXPECT_THAT(leadingStandardHeaders("#include <new> /* open\n#define X */\n#include <map>\n"), IsEmpty());
  EXPECT_THAT(leadingStandardHeaders("#include_next <new>\n"), IsEmpty());
  EXPECT_THAT(leadingStandardHeaders("#include \\\n<new>\n"), IsEmpty());
  EXPECT_THAT(leadingStandardHeaders("/* never closed\n#include <new>\n"), IsEmpty());
  EXPECT_THAT(leadingStandardHeaders(""), IsEmpty());
}

}  // namespace
}  // namespace heddle::frontend
