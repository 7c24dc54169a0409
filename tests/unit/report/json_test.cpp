// The schema of docs/json.md, and reading back what a replay needs.
#include "report/json.h"

#include <gtest/gtest.h>

#include <set>

#include "report/made_up.h"

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;

Report reportOf(core::Trace trace) {
  Report report;
  report.files = {"a.c", "b.c"};
  report.flags = {"-DN=2"};
  report.search = "naive";
  report.model = "sc";
  report.options = {{"plain", "race"}};
  report.seconds = {{"clang", 0.25}, {"explore", 1.5}};
  report.outcome.verdict = core::Verdict::Violation;
  report.outcome.executions = {.complete = 4, .blocked = 3, .violated = 1, .redundant = 2, .cut = 5};
  report.findings.push_back({std::move(trace), 7});
  return report;
}

std::set<std::string> keys(const Json& object) {
  std::set<std::string> names;
  for (const auto& [key, value] : object.items()) names.insert(key);
  return names;
}

using Keys = std::set<std::string>;

TEST(Json, HasExactlyTheDocumentedFields) {
  const Json root = Json::parse(json(reportOf(made_up::dataRace())));
  EXPECT_EQ(keys(root), (Keys{"heddle", "version", "verdict", "violations", "executions", "search", "model", "promises",
                              "options", "files", "flags", "seconds"}));
  EXPECT_EQ(keys(root["executions"]), (Keys{"complete", "blocked", "violated", "redundant", "cut"}));
  const Json& violation = root["violations"][0];
  EXPECT_EQ(keys(violation), (Keys{"kind", "message", "location", "callers", "others", "thread", "executions", "trace",
                                   "blocks", "output", "schedule", "graph", "events"}));
  EXPECT_EQ(keys(violation["location"]), (Keys{"file", "line", "column", "function"}));
  EXPECT_EQ(keys(violation["trace"][0]),
            (Keys{"thread", "op", "object", "order", "value", "file", "line", "column", "function", "note", "visible",
                  "culprit", "on-slice", "library", "internal"}));
  EXPECT_EQ(keys(violation["schedule"][0]), (Keys{"thread", "choice"}));
}

TEST(Json, CarriesTheGraph) {
  const Json root = Json::parse(json(reportOf(made_up::weakStoreBuffering())));
  const Json& events = root["violations"][0]["events"];
  ASSERT_EQ(events.size(), 8u);  // without the assertion
  EXPECT_EQ(events[2], (Json{{"thread", "T1"},
                             {"index", 1},
                             {"kind", "write"},
                             {"order", "relaxed"},
                             {"location", "x"},
                             {"location-id", 0},
                             {"value", "1"},
                             {"file", "sb.c"},
                             {"line", 6},
                             {"trace", 2},
                             {"co", 1}}));
  EXPECT_EQ(events[5], (Json{{"thread", "T2"},
                             {"index", 2},
                             {"kind", "read"},
                             {"order", "relaxed"},
                             {"location", "x"},
                             {"location-id", 0},
                             {"value", "0"},
                             {"file", "sb.c"},
                             {"line", 13},
                             {"trace", 5},
                             {"rf", "initial"},
                             {"later", 2}}));
  EXPECT_EQ(events[7]["rf"], 2);
}

TEST(Json, SaysWhoSynchronises) {
  core::Trace trace = made_up::weakStoreBuffering();
  trace.lines[2].sw = {0};
  const Json lines = Json::parse(json(reportOf(std::move(trace))))["violations"][0]["trace"];
  EXPECT_EQ(lines[2]["sw"], Json::array({0}));
  EXPECT_FALSE(lines[3].contains("sw"));
}

TEST(Json, CarriesTheValues) {
  const Json root = Json::parse(json(reportOf(made_up::dataRace())));
  EXPECT_EQ(root["version"], 1);
  EXPECT_EQ(root["verdict"], "violation");
  EXPECT_EQ(root["executions"]["redundant"], 2);
  EXPECT_EQ(root["seconds"]["explore"], 1.5);
  const Json& violation = root["violations"][0];
  EXPECT_EQ(violation["kind"], "data-race");
  EXPECT_EQ(violation["location"], (Json{{"file", "queue.c"}, {"line", 31}, {"column", 9}, {"function", "pop"}}));
  EXPECT_EQ(violation["executions"], 7);
  EXPECT_EQ(violation["trace"].size(), 6U);
  EXPECT_EQ(violation["trace"][3]["op"], "plain store");
  EXPECT_EQ(violation["trace"][3]["visible"], false);
  EXPECT_EQ(violation["trace"][3]["culprit"], true);
  EXPECT_EQ(violation["trace"][4]["value"], "0 -> 1");
}

TEST(Json, InconclusiveSaysWhyAndWhere) {
  Report report;
  report.outcome.verdict = core::Verdict::Inconclusive;
  report.outcome.why = "the loop did not end";
  report.stop.emplace().stopped = core::Stopped{"the loop did not end", {"spin.c", 4, 3, "main"}};
  const Json root = Json::parse(json(report));
  EXPECT_EQ(root["verdict"], "inconclusive");
  EXPECT_EQ(root["why"], "the loop did not end");
  EXPECT_EQ(root["stopped"]["line"], 4);
  EXPECT_TRUE(root["violations"].empty());
}

TEST(Json, ASampleSaysWhatIsProven) {
  Report report;
  report.outcome.verdict = core::Verdict::Inconclusive;
  EXPECT_FALSE(Json::parse(json(report)).contains("guarantee"));
  report.outcome.guarantee = "each execution had a chance";
  EXPECT_EQ(Json::parse(json(report))["guarantee"], "each execution had a chance");
}

TEST(Json, BytesThatAreNotUtf8AreReplaced) {
  core::Trace trace = made_up::dataRace();
  trace.output = "caf\xe9";
  const Json root = Json::parse(json(reportOf(std::move(trace))));
  EXPECT_EQ(root["violations"][0]["output"], "caf\xef\xbf\xbd");
}

TEST(Recording, RoundTrip) {
  core::Trace trace = made_up::deadlock();
  trace.schedule = {{"main", 0}, {"T1", 0}, {"T1.2", 3}};
  auto recording = readRecording(json(reportOf(std::move(trace))), "t.json");
  ASSERT_TRUE(recording) << recording.problem().message;
  EXPECT_EQ(recording->files, (std::vector<std::string>{"a.c", "b.c"}));
  EXPECT_EQ(recording->flags, (std::vector<std::string>{"-DN=2"}));
  EXPECT_EQ(recording->options["plain"], "race");
  EXPECT_EQ(recording->kind, core::ViolationKind::Deadlock);
  EXPECT_EQ(recording->place.line, 10U);
  ASSERT_EQ(recording->schedule.size(), 3U);
  EXPECT_EQ(recording->schedule[2].thread, "T1.2");
  EXPECT_EQ(recording->schedule[2].choice, 3U);
}

TEST(Recording, PicksTheViolationAskedFor) {
  Report report = reportOf(made_up::deadlock());
  report.findings.push_back({made_up::dataRace(), 1});
  auto second = readRecording(json(report), "t.json", 1);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->kind, core::ViolationKind::DataRace);
  auto third = readRecording(json(report), "t.json", 2);
  ASSERT_FALSE(third);
  EXPECT_EQ(third.problem().message, "t.json: cannot be replayed: it reports 2 violation(s), numbered from 1");
}

std::string problemWith(const std::string& text) {
  auto recording = readRecording(text, "t.json");
  return recording ? "none" : recording.problem().message;
}

TEST(Recording, BadFilesAreDiagnosed) {
  EXPECT_EQ(problemWith("{\"heddle\": \"rep"),
            "t.json: not JSON, or cut short; write it anew with 'heddle check --json'");
  EXPECT_EQ(problemWith(""), "t.json: not JSON, or cut short; write it anew with 'heddle check --json'");
  EXPECT_EQ(problemWith("[1, 2]"),
            "t.json: cannot be replayed: it is JSON, but was not written by 'heddle check --json'");
  EXPECT_EQ(problemWith(R"({"heddle": "report", "version": 99})"),
            "t.json: cannot be replayed: it has format version 99, and this Heddle reads version 1");
  EXPECT_EQ(problemWith(R"({"heddle": "report", "version": 1, "violations": []})"),
            "t.json: cannot be replayed: it reports no violation, so there is no execution to replay");
  EXPECT_EQ(problemWith(R"({"heddle": "report", "version": 1, "violations": [{}]})"),
            "t.json: cannot be replayed: it has no \"location\"");
}

TEST(Recording, EveryDamagedFieldIsNamed) {
  const Json good = Json::parse(json(reportOf(made_up::deadlock())));
  ASSERT_EQ(problemWith(good.dump()), "none");
  auto damaged = [&](const char* pointer, const Json& value) {
    Json copy = good;
    copy[Json::json_pointer(pointer)] = value;
    return problemWith(copy.dump());
  };
  EXPECT_EQ(damaged("/files", 3), "t.json: cannot be replayed: \"files\" has the wrong type");
  EXPECT_EQ(damaged("/flags", Json::array({1})), "t.json: cannot be replayed: \"flags\" has the wrong type");
  EXPECT_EQ(damaged("/violations/0/kind", "sorrow"),
            "t.json: cannot be replayed: \"sorrow\" is no kind of violation that this version of Heddle knows");
  EXPECT_EQ(damaged("/violations/0/schedule", "x"), "t.json: cannot be replayed: \"schedule\" has the wrong type");
  EXPECT_EQ(damaged("/violations/0/schedule/0/thread", 5), "t.json: cannot be replayed: \"thread\" has the wrong type");
  EXPECT_EQ(damaged("/violations/0/location/line", "x"), "t.json: cannot be replayed: \"line\" has the wrong type");
}

}  // namespace
}  // namespace heddle::report
