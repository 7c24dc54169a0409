// What may stand beside the name of a test.
#include "cli/beside_test.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

std::string problemOf(const std::string& text) {
  auto read = readBeside(text);
  return read ? "" : read.problem().message;
}

TEST(BesideTest, NothingIsFine) {
  auto read = readBeside("");
  ASSERT_TRUE(read);
  EXPECT_THAT(read->arguments, IsEmpty());
  EXPECT_EQ(read->expects, "");
}

TEST(BesideTest, OptionsBecomeArgumentsByTheirLongNames) {
  auto read = readBeside(" --model sc  --unroll=4 --keep-going --without purity,await");
  ASSERT_TRUE(read) << read.problem().message;
  EXPECT_THAT(read->arguments,
              ElementsAre(Pair("keep-going", ElementsAre("--keep-going")), Pair("model", ElementsAre("--model=sc")),
                          Pair("unroll", ElementsAre("--unroll=4")),
                          Pair("without", ElementsAre("--without=purity", "--without=await"))));
}

TEST(BesideTest, QuotesKeepWordsTogether) {
  auto read = readBeside("--suppressions 'my file'");
  ASSERT_TRUE(read);
  EXPECT_THAT(read->arguments, ElementsAre(Pair("suppressions", ElementsAre("--suppressions=my file"))));
}

TEST(BesideTest, AnExpectationIsNoArgument) {
  for (const std::string kind : {"violation", "data-race", "nondeterminism"}) {
    auto read = readBeside("--expect " + kind);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->expects, kind);
    EXPECT_THAT(read->arguments, IsEmpty());
  }
  EXPECT_THAT(problemOf("--expect race"), HasSubstr("race not in {violation,assertion,"));
}

TEST(BesideTest, OnlyWhatIsAboutTheCheckOfOneProgram) {
  EXPECT_EQ(problemOf("--modl sc"), "unknown option '--modl'; did you mean '--model'?");
  EXPECT_THAT(problemOf("--json x"), HasSubstr("unknown option '--json'"));
  EXPECT_THAT(problemOf("--resume x"), HasSubstr("unknown option '--resume'"));
  EXPECT_THAT(problemOf("--help"), HasSubstr("unknown option '--help'"));
  EXPECT_EQ(problemOf("-DBUG"), "unknown option '-DBUG' (flags for clang hold for the file, not for a test)");
  EXPECT_EQ(problemOf("sc"), "unexpected argument 'sc'");
  EXPECT_THAT(problemOf("--model arm"), HasSubstr("is none of sc, tso, ra, rc11"));
  EXPECT_THAT(problemOf("--unroll many"), HasSubstr("'many' is no number"));
}

}  // namespace
}  // namespace heddle::cli
