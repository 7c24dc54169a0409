// The key of an answer: the same for the same check, another one as soon as anything changes that the answer depends
// on.
#include "check/many/answer_key.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace heddle::check {
namespace {

namespace fs = std::filesystem;

constexpr char kHeader[] = "static int answer(void) { return 1; }\n";
constexpr char kSource[] = "#include \"a.h\"\nint main(void) { return answer() - 1; }\n";

class AnswerKey : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "heddle_key_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    directory_ = name;
    setenv("XDG_CACHE_HOME", name.c_str(), 1);
    write("a.h", kHeader);
    write("a.c", kSource);
    options_.source.files = {(directory_ / "a.c").string()};
  }
  void TearDown() override { fs::remove_all(directory_); }

  void write(const std::string& name, const std::string& text) { std::ofstream(directory_ / name) << text; }
  std::string key() {
    auto key = answerKey(options_);
    EXPECT_TRUE(key) << key.problem().message;
    return key ? *key : "";
  }

  fs::path directory_;
  Options options_;
};

TEST_F(AnswerKey, IsTheSameForTheSame) {
  const std::string before = key();
  EXPECT_EQ(before.size(), 64u);
  EXPECT_EQ(key(), before);
  write("a.c", kSource);  // a new file with the same text
  EXPECT_EQ(key(), before);
}

TEST_F(AnswerKey, ChangesWithTheSourceAndItsHeaders) {
  const std::string before = key();
  write("a.c", std::string(kSource) + "int more;\n");
  const std::string source = key();
  EXPECT_NE(source, before);
  write("a.c", kSource);
  write("a.h", "static int answer(void) { return 2; }\n");
  EXPECT_NE(key(), before);
  write("a.h", kHeader);
  EXPECT_EQ(key(), before);
}

// clang leaves out bodies of inline functions of C99 where nothing is optimised. They are compiled again when they are
// called.
TEST_F(AnswerKey, ChangesWithTheBodyOfAnInlineFunction) {
  write("a.c", "inline int one(void) { return 1; }\nint main(void) { return one() - 1; }\n");
  const std::string before = key();
  write("a.c", "inline int one(void) { return 2; }\nint main(void) { return one() - 1; }\n");
  EXPECT_NE(key(), before);
}

TEST_F(AnswerKey, ChangesWithFlags) {
  const std::string before = key();
  options_.source.clangFlags = {"-DX=1"};
  const std::string one = key();
  EXPECT_NE(one, before);
  options_.source.clangFlags = {"-DX=2"};
  EXPECT_NE(key(), one);
}

TEST_F(AnswerKey, ChangesWithWhatIsAsked) {
  const std::string program = "bitcode";
  const std::string before = answerKey(options_, program);
  EXPECT_NE(answerKey(options_, "other"), before);
  const auto with = [&](auto change) {
    Options changed = options_;
    change(changed);
    return answerKey(changed, program);
  };
  EXPECT_NE(with([](Options& o) { o.model = "sc"; }), before);
  EXPECT_NE(with([](Options& o) { o.search = "trust"; }), before);
  EXPECT_NE(with([](Options& o) { o.keepGoing = true; }), before);
  EXPECT_NE(with([](Options& o) { o.timeLimit = 5; }), before);
  EXPECT_NE(with([](Options& o) { o.boundExecutions = 5; }), before);
  EXPECT_NE(with([](Options& o) { o.tuning.seed = 2; }), before);
  EXPECT_NE(with([](Options& o) { o.tuning.preemptionBound = 0; }), before);
  EXPECT_NE(with([](Options& o) { o.loops.unroll = 3; }), before);
  EXPECT_NE(with([](Options& o) { o.loops.purity = false; }), before);
  EXPECT_NE(with([](Options& o) { o.runtime.plain = runtime::PlainPolicy::Interleave; }), before);
  EXPECT_NE(with([](Options& o) { o.runtime.nondetRange = 3; }), before);
  EXPECT_NE(with([](Options& o) { o.runtime.arguments = {"x"}; }), before);
  EXPECT_NE(with([](Options& o) { o.source.racy.volatileIsRelaxed = true; }), before);
  EXPECT_NE(with([](Options& o) { o.source.test = "fifo"; }), before);
  // What it reads, and not only where from.
  EXPECT_NE(with([](Options& o) { o.runtime.input = std::make_shared<const std::string>("text"); }), before);
}

TEST_F(AnswerKey, DoesNotDependOnHowManyFindItOut) {
  const std::string before = answerKey(options_, "");
  options_.jobs = 7;
  options_.jobsNow = [] { return 2U; };
  options_.test = report::Test{"fifo", {}, "data-race", "a.c"};  // only what is expected of the answer
  EXPECT_EQ(answerKey(options_, ""), before);
}

TEST_F(AnswerKey, TextsThatFollowEachOtherAreKeptApart) {
  Options other = options_;
  options_.runtime.arguments = {"ab", "c"};
  other.runtime.arguments = {"a", "bc"};
  EXPECT_NE(answerKey(options_, ""), answerKey(other, ""));
}

TEST_F(AnswerKey, WhatDoesNotCompileHasNone) {
  write("a.c", "int main(void) { nonsense; }\n");
  EXPECT_FALSE(answerKey(options_));
}

TEST_F(AnswerKey, ChangesWithTheTimeZone) {
  unsetenv("TZ");
  const std::string before = answerKey(options_, "");
  setenv("TZ", "Asia/Tokyo", 1);
  EXPECT_NE(answerKey(options_, ""), before);
  unsetenv("TZ");
  EXPECT_EQ(answerKey(options_, ""), before);
}

}  // namespace
}  // namespace heddle::check
