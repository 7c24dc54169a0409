// The page: it needs nothing but itself, and nothing of the program can become part of it.
#include "report/html.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <regex>

#include "report/json.h"
#include "report/made_up.h"

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kBegin = "<script type=\"application/json\" id=\"data\">";

Report reportOf(core::Trace trace) {
  Report report;
  report.outcome.verdict = core::Verdict::Violation;
  report.findings.push_back({std::move(trace), 1});
  return report;
}

std::string dataText(const std::string& page) {
  const std::size_t begin = page.find(kBegin) + kBegin.size();
  return page.substr(begin, page.find("</script>", begin) - begin);
}
Json dataOf(const std::string& page) { return Json::parse(dataText(page)); }

// The values of a column, one a row.
Json column(const Json& list, const char* name) {
  const Json& column = list["columns"][name];
  if (column.is_array()) return column;
  Json values = Json::array();
  for (const Json& at : column["is"]) values.push_back(column["of"][at.get<std::size_t>()]);
  return values;
}

class SourceFile {
 public:
  explicit SourceFile(const std::string& text) { std::ofstream(path_) << text; }
  ~SourceFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_; }

 private:
  std::string path_ = std::filesystem::temp_directory_path() / ("heddle-html-" + std::to_string(getpid()) + ".c");
};

TEST(Html, IsOneFileThatRefersToNoOther) {
  const std::string page = html(reportOf(made_up::weakStoreBuffering()));
  EXPECT_TRUE(page.starts_with("<!doctype html>\n"));
  EXPECT_TRUE(page.ends_with("</html>\n"));
  for (const char* const reference : {"https?:", "\\bsrc *=", "\\bhref *=", "@import", "url\\((?!#)", "\\bfetch\\(",
                                      "XMLHttpRequest", "<link", "<iframe", "<img", "<object", "[{][{]"}) {
    std::smatch found;
    EXPECT_FALSE(std::regex_search(page, found, std::regex(reference))) << reference << ": " << found.str();
  }
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
}

TEST(Html, NothingOfTheProgramEndsItsElement) {
  const std::string evil = "</script><script>alert(1)</script><!-- & \" ' \\ \u2028";
  core::Trace trace = made_up::told(core::ViolationKind::Assertion, evil, evil, {evil, 3, 1, evil},
                                    {made_up::culprit(made_up::line(evil, 1, evil, evil, evil, evil, evil), evil)});
  trace.output = evil;
  trace.blocks = {evil};
  Report report = reportOf(std::move(trace));
  report.files = report.flags = report.notes = {evil};
  report.options = {{evil, evil}};
  report.outcome.why = evil;
  const std::string page = html(report);
  const std::string plain = html(reportOf(made_up::deadlock()));
  const auto count = [](const std::string& text, const std::string& part) {
    std::size_t number = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++number;
    return number;
  };
  for (const char* const part : {"<", ">", "<!--", "<script", "</script"})
    EXPECT_EQ(count(page, part), count(plain, part));
  const Json data = dataOf(page);
  EXPECT_EQ(data["violations"][0]["message"], evil);
  EXPECT_EQ(data["violations"][0]["output"], evil);
  EXPECT_EQ(column(data["violations"][0]["trace"], "object"), Json::array({evil}));
}

TEST(Html, BytesThatAreNotUtf8AreReplaced) {
  const SourceFile source("int caf\xe9;\n");
  core::Trace trace = made_up::deadlock();
  trace.output = "caf\xe9";
  Report report = reportOf(std::move(trace));
  report.files = {source.path()};
  const Json data = dataOf(html(report));
  EXPECT_EQ(data["violations"][0]["output"], "caf\xef\xbf\xbd");
  EXPECT_EQ(data["sources"][source.path()][0]["lines"], Json::array({"int caf\xef\xbf\xbd;"}));
}

TEST(Html, HasWhatTheJsonReportHasByColumns) {
  const core::Trace trace = made_up::weakStoreBuffering();
  const Json lines = Json::parse(json(reportOf(trace)))["violations"][0];
  const Json violation = dataOf(html(reportOf(trace)))["violations"][0];
  EXPECT_FALSE(violation.contains("schedule"));
  for (const char* const list : {"trace", "events"}) {
    ASSERT_EQ(violation[list]["count"], lines[list].size());
    for (const auto& [name, values] : violation[list]["columns"].items()) {
      const Json all = column(violation[list], name.c_str());
      for (std::size_t i = 0; i < lines[list].size(); ++i)
        EXPECT_EQ(all[i], lines[list][i].contains(name) ? lines[list][i][name] : Json()) << name << i;
    }
  }
}

TEST(Html, HasTheSource) {
  const SourceFile source("int main(void) {\r\n\treturn 0; // </script>\n}\n");
  Report report = reportOf(made_up::deadlock());
  report.files = {source.path(), "/nowhere/gone.c"};
  const Json sources = dataOf(html(report))["sources"];
  EXPECT_EQ(sources,
            (Json{{source.path(),
                   Json::array({{{"first", 1}, {"lines", {"int main(void) {", "\treturn 0; // </script>", "}"}}}})}}));
}

TEST(Html, OfLongFilesOnlyWhatIsNearTheExecution) {
  std::string text;
  for (int i = 1; i <= 50'000; ++i) text += "int x" + std::to_string(i) + ";\n";
  const SourceFile source(text);
  core::Trace trace = made_up::told(core::ViolationKind::Assertion, "no", "main", {source.path(), 20, 1, "f"},
                                    {made_up::line("T1", 5, "load", "x"), made_up::line("T1", 40'000, "load", "x")});
  const Json pieces = dataOf(html(reportOf(std::move(trace))))["sources"][source.path()];
  ASSERT_EQ(pieces.size(), 2u);  // the lines about 5 and 20 are one
  EXPECT_EQ(pieces[0]["first"], 1);
  EXPECT_EQ(pieces[0]["lines"].size(), 32u);
  EXPECT_EQ(pieces[1]["first"], 40'000 - 12);
  EXPECT_EQ(pieces[1]["lines"][12], "int x40000;");
}

TEST(Html, WithoutAViolationShowsTheExecutionThatWasCut) {
  Report report;
  report.outcome.verdict = core::Verdict::Inconclusive;
  report.outcome.why = "a limit";
  EXPECT_FALSE(dataOf(html(report)).contains("stop"));
  report.stop = made_up::longLoop(3);
  report.stop->violation.reset();
  const Json data = dataOf(html(report));
  EXPECT_EQ(data["why"], "a limit");
  EXPECT_EQ(data["stop"]["trace"]["count"], report.stop->lines.size());
}

TEST(Html, OfOneExecution) {
  const Json data = dataOf(htmlOfExecution(made_up::dataRace()));
  EXPECT_EQ(data["verdict"], "violation");
  EXPECT_EQ(data["violations"][0]["kind"], "data-race");
}

TEST(Html, IsSmallForLongExecutions) {
  core::Trace trace = made_up::longLoop(1'000);
  for (std::size_t i = 0; i < trace.lines.size(); ++i)
    trace.lines[i].node = core::GraphNode{.kind = "read", .index = static_cast<unsigned>(i), .reads = true, .rf = 0};
  EXPECT_LT(html(reportOf(std::move(trace))).size(), 250'000u);
}

}  // namespace
}  // namespace heddle::report
