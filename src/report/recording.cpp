// Reading a report back, as far as a replay needs it.
#include <fmt/format.h>

#include "report/json.h"
#include "report/json_fields.h"

namespace heddle::report {
namespace {

using Json = nlohmann::ordered_json;

core::ViolationKind kindOf(const Json& violation) {
  const auto text = get<std::string>(violation, "kind");
  if (const auto kind = core::violationKindNamed(text)) return *kind;
  throw BadField{fmt::format("\"{}\" is no kind of violation that this version of Heddle knows", text)};
}

std::vector<core::ScheduleStep> scheduleOf(const Json& violation) {
  std::vector<core::ScheduleStep> steps;
  for (const Json& step : list(violation, "schedule"))
    steps.push_back({get<std::string>(step, "thread"), get<std::uint64_t>(step, "choice"),
                     step.contains("stops") && get<bool>(step, "stops")});
  return steps;
}

// The report on the test `name`; if nobody has named one, on the only one with a violation.
const Json& reportOn(const std::string& name, const Json& root) {
  const Json* found = nullptr;
  std::string failed;
  for (const Json& report : list(root, "tests")) {
    const auto test = get<std::string>(member(report, "test"), "name");
    if (test == name) return report;
    if (list(report, "violations").empty()) continue;
    failed += (failed.empty() ? "" : ", ") + test;
    found = found == nullptr ? &report : &root;
  }
  if (!name.empty()) throw BadField{fmt::format("it reports on no test '{}'", name)};
  if (found == nullptr) throw BadField{"it reports no violation, so there is no execution to replay"};
  if (found == &root)
    throw BadField{fmt::format("it reports violations of several tests, choose one by --test: {}", failed)};
  return *found;
}

// The test that has this label (Test::label); empty: it is the main of its program.
std::string testNamed(const std::string& label, const Json& test) {
  if (!test.contains("program")) return label;
  const auto program = get<std::string>(test, "program");
  return label.size() > program.size() ? label.substr(program.size() + 1) : "";
}

Recording recordingIn(const Json& root, std::size_t which, const std::string& test) {
  if (root.is_object() && root.value("heddle", Json()) == "tests")
    return recordingIn(reportOn(test, root), which, test);
  if (!root.is_object() || root.value("heddle", Json()) != "report")
    throw BadField{"it is JSON, but was not written by 'heddle check --json'"};
  if (const auto version = get<int>(root, "version"); version != kJsonVersion)
    throw BadField{fmt::format("it has format version {}, and this Heddle reads version {}", version, kJsonVersion)};
  const Json& violations = list(root, "violations");
  if (violations.empty()) throw BadField{"it reports no violation, so there is no execution to replay"};
  if (which >= violations.size())
    throw BadField{fmt::format("it reports {} violation(s), numbered from 1", violations.size())};

  const Json& violation = violations[which];
  const Json& location = member(violation, "location");
  Recording recording;
  const std::string label = root.contains("test") ? get<std::string>(root["test"], "name") : "";
  if (!test.empty() && test != label) throw BadField{fmt::format("it does not report on a test '{}'", test)};
  if (root.contains("test")) recording.test = testNamed(label, root["test"]);
  recording.files = get<std::vector<std::string>>(root, "files");
  recording.flags = get<std::vector<std::string>>(root, "flags");
  if (root.contains("flags-of-files"))
    recording.flagsOfFiles = get<std::map<std::string, std::vector<std::string>>>(root, "flags-of-files");
  recording.options = member(root, "options");
  recording.kind = kindOf(violation);
  recording.message = get<std::string>(violation, "message");
  recording.place = {get<std::string>(location, "file"), get<unsigned>(location, "line"),
                     get<unsigned>(location, "column"), get<std::string>(location, "function")};
  recording.schedule = scheduleOf(violation);
  recording.isGraph = violation.contains("graph") && get<bool>(violation, "graph");
  return recording;
}

}  // namespace

Result<Recording> readRecording(std::string_view text, const std::string& name, std::size_t which,
                                const std::string& test) {
  const Json root = Json::parse(text, nullptr, false);
  if (root.is_discarded())
    return Diagnostic{fmt::format("{}: not JSON, or cut short; write it anew with 'heddle check --json'", name)};
  try {
    return recordingIn(root, which, test);
  } catch (const BadField& bad) {
    return Diagnostic{fmt::format("{}: cannot be replayed: {}", name, bad.what)};
  }
}

}  // namespace heddle::report
