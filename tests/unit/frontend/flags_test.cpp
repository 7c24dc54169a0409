// One command line for C and C++ files; flags that must not get through.
#include "frontend/flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace heddle::frontend {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;

TEST(UserFlags, DefaultDialects) {
  EXPECT_THAT(userFlags(Language::C, {}), ElementsAre("-std=gnu17"));
  EXPECT_THAT(userFlags(Language::Cxx, {}), ElementsAre("-std=gnu++20"));
}

TEST(UserFlags, ADialectReachesOnlyItsLanguage) {
  const std::vector<std::string> flags = {"-std=c++17", "-DX", "--std=c11"};
  EXPECT_THAT(userFlags(Language::C, flags), ElementsAre("-std=gnu17", "-DX", "-std=c11"));
  EXPECT_THAT(userFlags(Language::Cxx, flags), ElementsAre("-std=gnu++20", "-std=c++17", "-DX"));
}

TEST(UserFlags, DialectAsASeparateArgument) {
  EXPECT_THAT(userFlags(Language::C, {"--std", "gnu++17", "-Ia"}), ElementsAre("-std=gnu17", "-Ia"));
}

TEST(UserFlags, OutputOfABuildIsDropped) {
  EXPECT_THAT(userFlags(Language::C, {"-c", "-o", "a.o", "-MD", "-MF", "a.d", "-fsanitize=thread", "-flto", "-I", "b"}),
              ElementsAre("-std=gnu17", "-I", "b"));
}

TEST(AllFlags, OptimisationOfTheUserIsOverridden) {
  const std::vector<std::string> flags = allFlags(Language::C, {"-O2"});
  const auto users = std::find(flags.begin(), flags.end(), "-O2");
  ASSERT_NE(users, flags.end());
  EXPECT_NE(std::find(users, flags.end(), "-O0"), flags.end());
}

TEST(AllFlags, OldCIsNoError) {
  EXPECT_THAT(allFlags(Language::C, {"-Werror"}), Contains("-Wno-error=implicit-int"));
  EXPECT_THAT(allFlags(Language::Cxx, {}), Not(Contains("-Wno-error=implicit-int")));
}

TEST(AllFlags, InlineFunctionsHaveBodiesWhereAskedFor) {
  EXPECT_THAT(allFlags(Language::C, {}), Not(Contains("-O1")));
  EXPECT_THAT(allFlags(Language::C, {}, Bodies::InlineToo), Contains("-O1"));
}

TEST(AllFlags, TellTheProgramThatHeddleCompilesIt) { EXPECT_THAT(fixedFlags(), Contains("-DHEDDLE=1")); }

TEST(IncludeDirectory, HasTheHeader) { EXPECT_TRUE(std::filesystem::exists(includeDirectory() + "/heddle/heddle.h")); }

}  // namespace
}  // namespace heddle::frontend
