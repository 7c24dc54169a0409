// What machines read in continuous integration: SARIF, JUnit XML, annotations.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "report/github.h"
#include "report/junit.h"
#include "report/made_up.h"
#include "report/rules.h"
#include "report/sarif.h"
#include "report/source_lines.h"
#include "report/source_paths.h"

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;
using testing::Not;

Report reportOf(core::Trace trace) {
  Report report;
  report.files = {"queue.c"};
  report.search = "naive";
  report.model = "sc";
  report.directory = "/home/me/project";
  report.exitCode = 1;
  report.seconds = {{"clang", 0.25}, {"explore", 1.5}};
  report.outcome.verdict = core::Verdict::Violation;
  report.findings.push_back({std::move(trace), 7});
  return report;
}

Report inconclusive() {
  Report report;
  report.files = {"a,b.c"};
  report.exitCode = 3;
  report.outcome.verdict = core::Verdict::Inconclusive;
  report.outcome.why = "the time limit was reached: 100%\nand more";
  return report;
}

Json runOf(const Report& report) { return Json::parse(sarif(report)).at("runs").at(0); }

TEST(Sarif, HasAThreadFlowForEachThread) {
  const Json run = runOf(reportOf(made_up::storeBuffering()));
  const Json flows = run.at("results").at(0).at("codeFlows").at(0).at("threadFlows");
  ASSERT_EQ(flows.size(), 3u);
  std::vector<std::string> names;
  std::vector<int> orders;
  for (const Json& flow : flows) {
    names.push_back(flow.at("id"));
    for (const Json& step : flow.at("locations")) orders.push_back(step.at("executionOrder"));
  }
  EXPECT_EQ(names, (std::vector<std::string>{"main", "T1", "T2"}));
  EXPECT_EQ(orders, (std::vector<int>{1, 2, 8, 9, 10, 3, 5, 6, 4, 7}));
  EXPECT_EQ(flows.at(1).at("locations").at(0).at("location").at("message").at("text"), "T1: store x = 1  relaxed");
}

TEST(Sarif, HasTheSecondAccessOfARace) {
  const Json result = runOf(reportOf(made_up::dataRace())).at("results").at(0);
  EXPECT_EQ(result.at("ruleId"), "data-race");
  EXPECT_EQ(result.at("locations").at(0).at("physicalLocation").at("region").at("startLine"), 31);
  const Json& others = result.at("relatedLocations");
  ASSERT_EQ(others.size(), 1u);
  EXPECT_EQ(others.at(0).at("physicalLocation").at("region").at("startLine"), 19);
  EXPECT_EQ(others.at(0).at("message").at("text"), "T1: store queue.head = 1  plain");
}

TEST(Sarif, RulesAreAtTheirIndex) {
  const Json run = runOf(reportOf(made_up::dataRace()));
  const Json& result = run.at("results").at(0);
  const Json& rule = run.at("tool").at("driver").at("rules").at(result.at("ruleIndex").get<std::size_t>());
  EXPECT_EQ(rule.at("id"), "data-race");
  EXPECT_EQ(rule.at("help").at("text"), ruleOf(core::ViolationKind::DataRace).help);
}

TEST(Sarif, BracesOfMessagesAreNoPlaceholders) {
  core::Trace trace = made_up::dataRace();
  trace.violation->message = "assertion failed: f((T){0})";
  EXPECT_EQ(runOf(reportOf(trace)).at("results").at(0).at("message").at("text"), "assertion failed: f((T){{0}})");
}

TEST(Sarif, WhatIsNotKnownOfAPlaceIsLeftOut) {
  core::Trace trace = made_up::dataRace();
  trace.violation->place = {};
  trace.lines.clear();
  const Json result = runOf(reportOf(trace)).at("results").at(0);
  EXPECT_EQ(result.at("locations"), Json::array());
  EXPECT_FALSE(result.contains("codeFlows"));
}

TEST(Sarif, InconclusiveIsANotification) {
  const Json run = runOf(inconclusive());
  EXPECT_EQ(run.at("results"), Json::array());
  const Json& invocation = run.at("invocations").at(0);
  EXPECT_EQ(invocation.at("executionSuccessful"), false);
  EXPECT_EQ(invocation.at("exitCode"), 3);
  const Json& notification = invocation.at("toolExecutionNotifications").at(0);
  EXPECT_EQ(notification.at("level"), "warning");
  EXPECT_EQ(notification.at("descriptor").at("id"), "inconclusive");
}

TEST(SourcePaths, AreRelativeBelowTheRoot) {
  const auto path = [](const char* file, const char* root = "/p") { return sourcePath(file, "/p/q", root); };
  EXPECT_EQ(path("a.c").text, "q/a.c");
  EXPECT_TRUE(path("a.c").isBelow);
  EXPECT_EQ(path("./x/../../a.c").text, "a.c");
  EXPECT_EQ(path("/p/b.c").text, "b.c");
  EXPECT_EQ(path("../../c.c").text, "/c.c");
  EXPECT_FALSE(path("../../c.c").isBelow);
  EXPECT_EQ(path("/pq/d.c").text, "/pq/d.c");
  EXPECT_EQ(path("a.c", "").text, "/p/q/a.c");
}

TEST(SourcePaths, AsUris) {
  EXPECT_EQ(uriOf("/a b/c#d%.c"), "file:///a%20b/c%23d%25.c");
  EXPECT_EQ(uriOf("x:y/ä.c"), "x%3Ay/%C3%A4.c");
}

TEST(SourceLines, CountsCharacters) {
  const std::string file = testing::TempDir() + "characters.c";
  std::ofstream(file) << "int ä = 1; f(\"€\", x);\n";
  SourceLines sources;
  EXPECT_EQ(sources.charactersUpTo(file, 1, 1), 1u);
  EXPECT_EQ(sources.charactersUpTo(file, 1, 13), 12u);  // f
  EXPECT_EQ(sources.charactersUpTo(file, 1, 22), 19u);  // x
  EXPECT_EQ(sources.charactersUpTo(file, 9, 22), 22u);  // no such line
}

TEST(Github, EscapesWhatEndsProperties) {
  EXPECT_EQ(github(inconclusive()),
            "::warning file=a%2Cb.c,title=Heddle%3A inconclusive::the time limit was reached: 100%25%0Aand more\n");
}

TEST(Github, NamesBothAccessesOfARace) {
  Report report = reportOf(made_up::dataRace());
  report.repository = "/home/me";
  EXPECT_THAT(github(report),
              HasSubstr("::error file=project/queue.c,line=31,col=9,title=Heddle%3A data race::T2 reads queue.head"));
  EXPECT_THAT(github(report), HasSubstr("%0Aqueue.c:19: T1 store queue.head = 1  plain"));
}

TEST(Github, SaysNothingOfSafePrograms) { EXPECT_EQ(github(Report{}), ""); }

TEST(JUnit, HasTheCounterexample) {
  const std::string xml = junit(reportOf(made_up::dataRace()));
  EXPECT_THAT(xml, HasSubstr("tests=\"1\" failures=\"1\" errors=\"0\" skipped=\"0\" time=\"1.750\""));
  EXPECT_THAT(xml, HasSubstr("<testcase name=\"queue.c\" classname=\"heddle\" file=\"queue.c\""));
  EXPECT_THAT(xml, HasSubstr("<failure message=\"queue.c:31:9: T2 reads"));
  EXPECT_THAT(xml, HasSubstr("type=\"data race\">✗ data race"));
}

TEST(JUnit, IsXmlWhateverTheProgramPrints) {
  core::Trace trace = made_up::dataRace();
  trace.violation->message = "a < b && \"c\" \x01";
  trace.output = std::string("\0\x1b[31m]]>\xEF\xBF\xBF\xFF", 13) + "\n";
  const std::string xml = junit(reportOf(trace));
  EXPECT_THAT(xml, HasSubstr("a &lt; b &amp;&amp; &quot;c&quot; \\x01"));
  EXPECT_THAT(xml, HasSubstr("\\x00\\x1b[31m]]&gt;\xEF\xBF\xBD\\xff"));
  for (const char c : xml) EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n');
}

TEST(JUnit, InconclusiveIsAnError) {
  const std::string xml = junit(inconclusive());
  EXPECT_THAT(xml, HasSubstr("failures=\"0\" errors=\"1\""));
  EXPECT_THAT(xml, HasSubstr("type=\"inconclusive\">"));
  EXPECT_THAT(xml, Not(HasSubstr("<failure")));
}

TEST(JUnit, SafeHasOutputOnly) {
  Report report = inconclusive();
  report.outcome.verdict = core::Verdict::Safe;
  EXPECT_THAT(junit(report), HasSubstr("<system-out>"));
  EXPECT_THAT(junit(report), HasSubstr("failures=\"0\" errors=\"0\""));
}

}  // namespace
}  // namespace heddle::report
