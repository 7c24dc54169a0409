#include "report/unicode.h"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

TEST(Unicode, WidthCountsTerminalColumns) {
  EXPECT_EQ(displayWidth("abc"), 3U);
  EXPECT_EQ(displayWidth("→ é"), 3U);
  EXPECT_EQ(displayWidth("e\u0301"), 1U);  // a letter and a combining accent
  EXPECT_EQ(displayWidth("日本"), 4U);
  EXPECT_EQ(displayWidth(""), 0U);
}

TEST(Unicode, PrintableLetsNoControlCharacterThrough) {
  EXPECT_EQ(printable("a\tb"), "a  b");
  EXPECT_EQ(printable("\x1b[31mred"), "\\x1b[31mred");
  EXPECT_EQ(printable("caf\xe9!"), "caf\\xe9!");            // Latin-1, not UTF-8
  EXPECT_EQ(printable("cut \xe2\x82"), "cut \\xe2\\x82");   // ends inside a character
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");           // overlong form
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // surrogate
  EXPECT_EQ(printable("ok \u202e"), "ok \\xe2\\x80\\xae");  // right-to-left override
  EXPECT_EQ(printable("naïve → 日"), "naïve → 日");
}

TEST(Unicode, ClippedFitsAndMarksTheCut) {
  EXPECT_EQ(clipped("hello", 5), "hello");
  EXPECT_EQ(clipped("hello!", 5), "hell…");
  EXPECT_EQ(clipped("日本語", 4), "日…");  // half a wide character is none
  EXPECT_EQ(clipped("ab", 0), "");
}

TEST(Unicode, PaddedByColumnsNotBytes) {
  EXPECT_EQ(padded("→", 3), "→  ");
  EXPECT_EQ(padded("日", 3), "日 ");
  EXPECT_EQ(padded("long", 2), "long");
}

TEST(Unicode, WrappedBreaksBetweenWords) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(wrapped("a bc def", 4), (Lines{"a bc", "def"}));
  EXPECT_EQ(wrapped("load x  acquire", 20), (Lines{"load x  acquire"}));
  EXPECT_EQ(wrapped("abcdefgh ij", 5), (Lines{"abcd…", "ij"}));
  EXPECT_EQ(wrapped("", 5), (Lines{""}));
}

TEST(Unicode, GroupedDigits) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1680), "1,680");
  EXPECT_EQ(grouped(12345678), "12,345,678");
}

}  // namespace
}  // namespace heddle::report
