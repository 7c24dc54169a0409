// Answers that are kept come back as they were, or not at all.
#include "check/many/answer_cache.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "check/many/cached_check.h"
#include "check/many/report_bytes.h"
#include "report/made_up.h"

namespace heddle::check {
namespace {

namespace fs = std::filesystem;

const std::string kKey(64, 'a'), kOther(64, 'b');

report::Report violation() {
  report::Report report;
  report.files = {"queue.c"};
  report.outcome.verdict = core::Verdict::Violation;
  report.outcome.executions.violated = 1;
  report.outcome.found.push_back({{core::ViolationKind::DataRace, "m", 1, 2, 3, 4, 5}, {core::Step(1, 7, true)}, 9});
  report.findings.push_back({report::made_up::storeBuffering(), 7});
  return report;
}

class Cache : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "heddle_answers_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    directory_ = name;
  }
  void TearDown() override { fs::remove_all(directory_); }

  fs::path fileOf(const std::string& key) { return directory_ / (key + ".answer"); }
  std::string contentsOf(const std::string& key) {
    std::ostringstream text;
    text << std::ifstream(fileOf(key)).rdbuf();
    return text.str();
  }
  void put(const std::string& key, const std::string& text) { std::ofstream(fileOf(key)) << text; }
  std::size_t files() {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(directory_), fs::directory_iterator()));
  }
  void age(const std::string& key, std::chrono::hours by) {
    fs::last_write_time(fileOf(key), fs::file_time_type::clock::now() - by);
  }

  fs::path directory_;
};

TEST_F(Cache, WhatIsKeptComesBack) {
  const AnswerCache cache(directory_.string());
  EXPECT_FALSE(cache.find(kKey));
  cache.keep(kKey, violation());
  auto found = cache.find(kKey);
  ASSERT_TRUE(found);
  EXPECT_EQ(toBytes(*found), toBytes(violation()));
  EXPECT_FALSE(cache.find(kOther));
  EXPECT_EQ(files(), 1u);
}

TEST_F(Cache, WithoutADirectoryItKeepsNothing) {
  const AnswerCache none;
  EXPECT_TRUE(none.isOff());
  none.keep(kKey, violation());
  none.evict();
  EXPECT_FALSE(none.find(kKey));
  const AnswerCache gone((directory_ / "not" / "there").string());
  gone.keep(kKey, violation());
  gone.evict();
  EXPECT_FALSE(gone.find(kKey));
  put(kKey, "a file");
  EXPECT_FALSE(AnswerCache::in(fileOf(kKey).string()));
}

TEST_F(Cache, DamagedEntriesAreNoAnswersAndAreReplaced) {
  const AnswerCache cache(directory_.string());
  cache.keep(kKey, violation());
  const std::string whole = contentsOf(kKey);
  for (std::size_t size = 0; size < whole.size(); size += 101) {
    put(kKey, whole.substr(0, size));
    EXPECT_FALSE(cache.find(kKey)) << size;
  }
  for (std::size_t at = 0; at < whole.size(); at += 59) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    put(kKey, changed);
    EXPECT_FALSE(cache.find(kKey)) << at;
  }
  put(kKey, whole + "x");
  EXPECT_FALSE(cache.find(kKey));
  cache.keep(kKey, violation());
  EXPECT_TRUE(cache.find(kKey));
}

TEST_F(Cache, AnEntryOfAnotherKeyIsNoAnswer) {
  const AnswerCache cache(directory_.string());
  cache.keep(kKey, violation());
  fs::copy_file(fileOf(kKey), fileOf(kOther));
  EXPECT_FALSE(cache.find(kOther));
}

TEST_F(Cache, ManyProcessesKeepAndFindAtOnce) {
  const AnswerCache cache(directory_.string());
  const std::string bytes = toBytes(violation());
  std::vector<pid_t> children;
  for (int i = 0; i < 6; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      for (int round = 0; round < 50; ++round) {
        cache.keep(kKey, violation());
        auto found = cache.find(kKey);  // whole, whoever has written it
        if (!found || toBytes(*found) != bytes) _exit(1);
      }
      _exit(0);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(files(), 1u);  // and nothing half done
}

TEST_F(Cache, TheOldestGoBeyondTheBounds) {
  const AnswerCache cache(directory_.string());
  const std::string third(64, 'c');
  for (const std::string& key : {kKey, kOther, third}) cache.keep(key, violation());
  age(kKey, std::chrono::hours(3));
  age(kOther, std::chrono::hours(2));
  age(third, std::chrono::hours(1));
  EXPECT_TRUE(cache.find(kKey));  // it is the newest now
  cache.evict({.entries = 2, .bytes = 1 << 20});
  EXPECT_TRUE(cache.find(kKey));
  EXPECT_TRUE(cache.find(third));
  EXPECT_FALSE(cache.find(kOther));
  cache.evict({.entries = 2, .bytes = 10});
  EXPECT_EQ(files(), 0u);
}

TEST_F(Cache, WhatKilledRunsHaveLeftGoes) {
  const AnswerCache cache(directory_.string());
  std::ofstream(directory_ / "old.tmp") << "half";
  fs::last_write_time(directory_ / "old.tmp", fs::file_time_type::clock::now() - std::chrono::hours(2));
  std::ofstream(directory_ / "new.tmp") << "being written";
  cache.evict();
  EXPECT_FALSE(fs::exists(directory_ / "old.tmp"));
  EXPECT_TRUE(fs::exists(directory_ / "new.tmp"));
}

report::Report answered(core::Verdict verdict) {
  report::Report report;
  report.outcome.verdict = verdict;
  report.outcome.executions.complete = 3;
  return report;
}

TEST(FinalAnswers, AreWhatNothingHasCutShort) {
  EXPECT_TRUE(isFinal(answered(core::Verdict::Safe)));
  EXPECT_TRUE(isFinal(violation()));
  EXPECT_TRUE(isFinal(answered(core::Verdict::Inconclusive)));  // bounds on loops, a sample
  EXPECT_FALSE(isFinal(answered(core::Verdict::Refused)));
  for (const core::Verdict verdict : {core::Verdict::Safe, core::Verdict::Violation, core::Verdict::Inconclusive}) {
    report::Report cut = answered(verdict);
    cut.outcome.isUnfinished = true;
    EXPECT_FALSE(isFinal(cut));
  }
  report::Report nothing = answered(core::Verdict::Inconclusive);  // the time limit, while it was compiled
  nothing.outcome.executions = {};
  EXPECT_FALSE(isFinal(nothing));
  report::Report values = answered(core::Verdict::Inconclusive);  // the solver had not time enough
  values.outcome.limitations = {"few values"};
  EXPECT_FALSE(isFinal(values));
  report::Report events = answered(core::Verdict::Inconclusive);
  events.outcome.broken = core::Broken{core::Assumption::ShortExecutions, 0, "", 0, 0};
  EXPECT_FALSE(isFinal(events));
  report::Report random = violation();
  random.outcome.found.front().violation.kind = core::ViolationKind::Nondeterminism;
  EXPECT_FALSE(isFinal(random));
}

TEST(KnownWhole, IsWhatRunsNothingForeign) {
  const Options usual;
  EXPECT_TRUE(isKnownWhole(usual));
  Options options = usual;
  options.runtime.allowExternal = {"f"};
  EXPECT_FALSE(isKnownWhole(options));
  options = usual;
  options.runtime.sandbox = false;
  EXPECT_FALSE(isKnownWhole(options));
  options = usual;
  options.source.clangFlags = {"-lm", "-lpthread"};
  EXPECT_TRUE(isKnownWhole(options));
  options.source.clangFlags.emplace_back("-lmine");
  EXPECT_FALSE(isKnownWhole(options));
  options = usual;
  options.checkpoint = "f";
  EXPECT_FALSE(isKnownWhole(options));
}

}  // namespace
}  // namespace heddle::check
