// What is said of many tests: a line each, and all of them together.
#include "report/tests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/github.h"
#include "report/json.h"
#include "report/junit.h"
#include "report/made_up.h"
#include "report/sarif.h"

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;
using testing::Not;

const TextOptions kPlain{.style = {}};

Report of(const std::string& name, core::Verdict verdict, const std::string& expects = {}) {
  Report report;
  report.files = {"queue_test.c"};
  report.test = Test{name, {"tests/queue_test.c", 7, 0, name}, expects};
  report.options = Json::object();
  report.outcome.verdict = verdict;
  report.outcome.executions.complete = 2;
  report.seconds = {{"explore", 0.02}};
  if (verdict == core::Verdict::Inconclusive) report.outcome.why = "the time limit was reached";
  if (verdict == core::Verdict::Refused) report.outcome.why = "a.c:3: fork is not supported";
  return report;
}

Report violating(const std::string& name, const std::string& expects = {}) {
  Report report = of(name, core::Verdict::Violation, expects);
  report.findings.push_back({made_up::storeBuffering(), 1});
  core::Found found;
  found.violation.kind = report.findings.front().trace.violation->kind;
  report.outcome.found.push_back(found);
  return report;
}

std::string kindIn(const Report& report) { return core::name(report.outcome.found.front().violation.kind); }

TEST(Tests, PassIfWhatIsFoundIsExpected) {
  EXPECT_EQ(answerOf(of("a", core::Verdict::Safe)), TestAnswer::Passed);
  EXPECT_EQ(answerOf(of("a", core::Verdict::Safe, "data-race")), TestAnswer::Failed);
  EXPECT_EQ(answerOf(of("a", core::Verdict::Inconclusive)), TestAnswer::Inconclusive);
  EXPECT_EQ(answerOf(of("a", core::Verdict::Inconclusive, "data-race")), TestAnswer::Inconclusive);
  EXPECT_EQ(answerOf(of("a", core::Verdict::Refused)), TestAnswer::Refused);
  EXPECT_EQ(answerOf(violating("a")), TestAnswer::Failed);
  EXPECT_EQ(answerOf(violating("a", "violation")), TestAnswer::Passed);
  EXPECT_EQ(answerOf(violating("a", kindIn(violating("a")))), TestAnswer::Passed);
  EXPECT_EQ(answerOf(violating("a", "deadlock")), TestAnswer::Failed);
}

TEST(Tests, TogetherAreAsGoodAsTheWorst) {
  const Report safe = of("a", core::Verdict::Safe), unknown = of("b", core::Verdict::Inconclusive),
               refused = of("c", core::Verdict::Refused), wrong = violating("d");
  EXPECT_EQ(answerOf(std::vector{safe, safe}), TestAnswer::Passed);
  EXPECT_EQ(answerOf(std::vector{safe, unknown}), TestAnswer::Inconclusive);
  EXPECT_EQ(answerOf(std::vector{unknown, refused}), TestAnswer::Refused);
  EXPECT_EQ(answerOf(std::vector{refused, unknown, wrong}), TestAnswer::Failed);
}

TEST(Tests, HaveALineEach) {
  EXPECT_EQ(testLine(of("fifo", core::Verdict::Safe), 6, kPlain), "✓ fifo    2 executions · 20 ms\n");
  EXPECT_EQ(testLine(of("fifo", core::Verdict::Safe, "assertion"), 4, kPlain),
            "✗ fifo  2 executions · 20 ms      no violation, but an assertion is expected\n");
  EXPECT_EQ(testLine(of("fifo", core::Verdict::Inconclusive), 4, kPlain),
            "? fifo  2 executions · 20 ms      inconclusive: the time limit was reached\n");
  EXPECT_EQ(testLine(of("fifo", core::Verdict::Refused), 4, kPlain), "! fifo  a.c:3: fork is not supported\n");
  EXPECT_THAT(testLine(violating("fifo", "deadlock"), 4, kPlain), HasSubstr("assertion where a deadlock is expected"));
  EXPECT_THAT(testLine(violating("fifo", "violation"), 4, kPlain),
              HasSubstr("✓ fifo  2 executions · 20 ms      assertion, as expected"));
}

TEST(Tests, HaveASummary) {
  const auto summary = [](const std::vector<Report>& reports) { return testSummary(reports, 1.25, {}); };
  const Report safe = of("a", core::Verdict::Safe);
  EXPECT_EQ(summary({safe, safe}), "\nall 2 tests passed · 1.25 s\n");
  EXPECT_EQ(summary({safe}), "\n1 of 1 test passed · 1.25 s\n");
  EXPECT_EQ(summary({safe, violating("b"), of("c", core::Verdict::Inconclusive), of("d", core::Verdict::Refused)}),
            "\n1 of 4 tests passed, 1 failed, 1 inconclusive, 1 not supported · 1.25 s\n");
}

TEST(Tests, MayBeOfSeveralPrograms) {
  Report main = of("", core::Verdict::Safe), test = violating("fifo");
  main.test->program = "a/queue.c";
  test.test->program = "queue_test.c";
  EXPECT_EQ(main.test->label(), "a/queue.c");
  EXPECT_EQ(test.test->label(), "queue_test.c:fifo");
  EXPECT_EQ(testLine(main, 10, kPlain), "✓ a/queue.c   2 executions · 20 ms\n");
  EXPECT_EQ(testSummary(std::vector{main, test}, 1, {}), "\n1 of 2 programs passed, 1 failed · 1.00 s\n");
  EXPECT_EQ(testSummary(std::vector{test}, 1, {}), "\n0 of 1 test passed, 1 failed · 1.00 s\n");
  const std::string text = jsonOfTests(std::vector{main, test});
  EXPECT_EQ(
      Json::parse(text).at("tests").at(0).at("test"),
      (Json{{"name", "a/queue.c"}, {"file", "tests/queue_test.c"}, {"answer", "passed"}, {"program", "a/queue.c"}}));
  auto recording = readRecording(text, "f", 0, "queue_test.c:fifo");
  ASSERT_TRUE(recording) << recording.problem().message;
  EXPECT_EQ(recording->test, "fifo");
  Report wrong = violating("");
  wrong.test->program = "a/queue.c";
  auto ofMain = readRecording(jsonOfTests(std::vector{wrong, test}), "f", 0, "a/queue.c");
  ASSERT_TRUE(ofMain) << ofMain.problem().message;
  EXPECT_EQ(ofMain->test, "");
}

TEST(Tests, MayBeAnsweredByAnEarlierCheck) {
  Report cached = of("fifo", core::Verdict::Safe);
  cached.isCached = true;
  const Report checked = of("lifo", core::Verdict::Safe);
  EXPECT_EQ(testLine(cached, 4, kPlain), "✓ fifo  2 executions · cached\n");
  EXPECT_EQ(testSummary(std::vector{cached, checked}, 1, {}), "\nall 2 tests passed, 1 cached · 1.00 s\n");
  EXPECT_EQ(testSummary(std::vector{cached, cached}, 1, {}), "\nall 2 tests passed, all cached · 1.00 s\n");
  const Json root = Json::parse(jsonOfTests(std::vector{cached, checked}));
  EXPECT_EQ(root.at("tests").at(0).at("cached"), true);
  EXPECT_FALSE(root.at("tests").at(1).contains("cached"));
  // It has taken no time here.
  EXPECT_THAT(junitOfTests(std::vector{cached}), HasSubstr("time=\"0.000\""));
  EXPECT_THAT(junitOfTests(std::vector{checked}), HasSubstr("time=\"0.020\""));
}

TEST(Tests, DetailsAreOfThoseThatHaveSomethingToShow) {
  EXPECT_EQ(testDetails(of("a", core::Verdict::Safe), kPlain), "");
  EXPECT_EQ(testDetails(of("a", core::Verdict::Refused), kPlain), "");
  EXPECT_EQ(testDetails(violating("a", "violation"), kPlain), "");
  EXPECT_THAT(testDetails(violating("fifo"), kPlain), HasSubstr("── fifo ──"));
  EXPECT_THAT(testDetails(violating("fifo"), kPlain), HasSubstr("heddle replay FILE --test fifo"));
}

TEST(TestsInOneFile, JsonHasThemAll) {
  const std::vector<Report> reports{of("a", core::Verdict::Safe), violating("b", "violation"), violating("c")};
  const Json root = Json::parse(jsonOfTests(reports));
  EXPECT_EQ(root.at("heddle"), "tests");
  EXPECT_EQ(root.at("answer"), "failed");
  ASSERT_EQ(root.at("tests").size(), 3u);
  EXPECT_EQ(
      root.at("tests").at(1).at("test"),
      (Json{
          {"name", "b"}, {"file", "tests/queue_test.c"}, {"line", 7}, {"answer", "passed"}, {"expects", "violation"}}));
}

TEST(TestsInOneFile, ARecordingIsChosenByName) {
  const auto problem = [](const std::string& text, const std::string& test) {
    auto read = readRecording(text, "f", 0, test);
    return read ? "test " + read->test : read.problem().message;
  };
  const std::string two = jsonOfTests(std::vector{of("a", core::Verdict::Safe), violating("b")});
  EXPECT_EQ(problem(two, ""), "test b");
  EXPECT_EQ(problem(two, "b"), "test b");
  EXPECT_THAT(problem(two, "a"), HasSubstr("it reports no violation"));
  EXPECT_THAT(problem(two, "z"), HasSubstr("it reports on no test 'z'"));
  const std::string three = jsonOfTests(std::vector{violating("b"), violating("c"), violating("d")});
  EXPECT_THAT(problem(three, ""), HasSubstr("choose one by --test: b, c, d"));
  EXPECT_EQ(problem(three, "c"), "test c");
  EXPECT_THAT(problem(json(violating("c")), "d"), HasSubstr("it does not report on a test 'd'"));
  EXPECT_EQ(problem(json(violating("c")), ""), "test c");
}

TEST(TestsInOneFile, JunitHasACaseEach) {
  const std::string xml =
      junitOfTests(std::vector{of("a", core::Verdict::Safe), violating("b"), violating("c", "violation"),
                               of("d", core::Verdict::Safe, "deadlock"), of("e", core::Verdict::Refused)});
  EXPECT_THAT(
      xml,
      HasSubstr("<testsuite name=\"heddle\" tests=\"5\" failures=\"2\" errors=\"1\" skipped=\"0\" time=\"0.100\">"));
  EXPECT_THAT(
      xml, HasSubstr(
               "<testcase name=\"b\" classname=\"queue_test\" file=\"tests/queue_test.c\" line=\"7\" time=\"0.020\">"));
  EXPECT_THAT(xml, HasSubstr("<failure message=\"no violation, but a deadlock is expected\""));
  EXPECT_THAT(xml, HasSubstr("<error message=\"a.c:3: fork is not supported\""));
}

TEST(TestsInOneFile, SarifHasTheResultsOfThoseThatFailed) {
  const std::vector<Report> reports{violating("b"), violating("c", "violation"),
                                    of("d", core::Verdict::Safe, "deadlock"), of("e", core::Verdict::Inconclusive)};
  const Json run = Json::parse(sarifOfTests(reports)).at("runs").at(0);
  ASSERT_EQ(run.at("results").size(), 1u);
  EXPECT_THAT(run.at("results").at(0).at("message").at("text").get<std::string>(), testing::StartsWith("b: "));
  const Json& invocation = run.at("invocations").at(0);
  EXPECT_EQ(invocation.at("executionSuccessful"), false);
  ASSERT_EQ(invocation.at("toolExecutionNotifications").size(), 2u);
  EXPECT_EQ(invocation.at("toolExecutionNotifications").at(0).at("message").at("text"),
            "d: no violation, but a deadlock is expected");
}

TEST(TestsInOneFile, AnnotationsAreOfThoseThatDidNotPass) {
  const std::string text =
      githubOfTests(std::vector{of("a", core::Verdict::Safe), violating("b"), violating("c", "violation"),
                                of("d", core::Verdict::Safe, "deadlock")});
  EXPECT_EQ(std::ranges::count(text, '\n'), 2);
  EXPECT_THAT(text, HasSubstr("title=Heddle%3A assertion in b::"));
  EXPECT_THAT(
      text,
      HasSubstr("::error file=tests/queue_test.c,line=7,title=Heddle%3A d::no violation, but a deadlock is expected"));
}

}  // namespace
}  // namespace heddle::report
