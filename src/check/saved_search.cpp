#include "check/saved_search.h"

#include <fmt/format.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/CRC.h>

#include <algorithm>
#include <array>

#include "report/json_fields.h"

namespace heddle::check {
namespace {

using Json = nlohmann::ordered_json;
using explore::Standing;
using explore::graph::ZeroNetIterations;
using report::BadField;
using report::get;
using report::list;
using report::member;

constexpr char kKind[] = "checkpoint";
constexpr int kVersion = 4;
// The last member: it is one of all that is before it.
constexpr std::string_view kChecksum = ",\n \"checksum\": ";

// --- writing ---

// All options but those that may change from one part of a search to the next,
// and those of other searches.
Json optionsThatCount(const Options& options) {
  Json all = optionsToJson(options);
  for (const char* name : {"bound-executions", "time-limit", "memory-limit", "shorten", "preemption-bound", "seed",
                           "executions", "depth", "dependence", "commute"})
    all.erase(name);
  return all;
}

Json stepsToJson(const std::vector<core::Step>& steps) {
  Json list = Json::array();
  for (const core::Step& step : steps) {
    Json& entry = list.emplace_back(Json::array({step.thread, step.choice}));
    if (step.stops) entry.push_back(true);
  }
  return list;
}

Json foundToJson(const core::Found& found) {
  const core::Violation& what = found.violation;
  return {{"kind", core::name(what.kind)}, {"message", what.message},        {"site", what.site},
          {"thread", what.thread},         {"address", what.addr},           {"size", what.size},
          {"steps", what.steps},           {"executions", found.executions}, {"schedule", stepsToJson(found.schedule)}};
}

// The counts under their names.
template <typename Counts>
auto namedCounts(Counts& counts) {
  return std::array{std::pair{"complete", &counts.complete}, std::pair{"blocked", &counts.blocked},
                    std::pair{"violated", &counts.violated}, std::pair{"redundant", &counts.redundant},
                    std::pair{"cut", &counts.cut}};
}

template <typename Notes>
auto namedWords(Notes& notes) {
  return std::array{std::pair{"waited", &notes.waited}, std::pair{"excluded", &notes.excluded},
                    std::pair{"speculated-on", &notes.speculatedOn},
                    std::pair{"without-speculation", &notes.withoutSpeculation}};
}

// Values on graphs have 8 bytes at most.
Json iterationsToJson(const ZeroNetIterations::Notes& iterations) {
  Json middles = Json::array();
  for (const ZeroNetIterations::Middle& middle : iterations.middles)
    middles.push_back(
        {{"address", middle.addr}, {"value", static_cast<std::uint64_t>(middle.value)}, {"thread", middle.thread}});
  return {{"used", iterations.isUsed},
          {"middles", std::move(middles)},
          {"additions-used", iterations.areAdditionsUsed},
          {"added", iterations.added}};
}

Json evidenceToJson(const core::Evidence& evidence) {
  Json all = Json::object();
  for (auto [assumption, facts] : evidence) {
    std::ranges::sort(facts);  // the same search writes the same file
    all[core::name(assumption)] = std::move(facts);
  }
  return all;
}

// --- reading ---

void mustBe(const char* what, const std::string& was, const std::string& now) {
  if (was != now) throw BadField{fmt::format("it was written with {} {}, and this is {}", what, was, now)};
}

void checkOptions(const Json& root, const Plan& plan, const std::string& program) {
  mustBe("--search", get<std::string>(root, "search"), plan.asked.search);
  mustBe("--model", get<std::string>(root, "model"), plan.asked.model);
  for (const auto& [key, options] : {std::pair{"options", &plan.asked}, std::pair{"effective", &plan.options}}) {
    const Json& was = member(root, key);
    const Json now = optionsThatCount(*options);
    for (const auto& [name, value] : now.items())
      mustBe(("the option " + name).c_str(), member(was, name.c_str()).dump(), value.dump());
  }
  if (get<std::string>(root, "program") != program)
    throw BadField{"it was written for another program, or this one has changed since"};
}

ThreadId threadFrom(std::uint64_t number, const core::ThreadTable& threads) {
  if (number >= threads.count()) throw BadField{"a thread is not in \"threads\""};
  return static_cast<ThreadId>(number);
}

std::vector<core::Step> stepsFrom(const Json& object, const core::ThreadTable& threads) {
  std::vector<core::Step> steps;
  for (const Json& step : list(object, "schedule")) {
    const bool isStep = step.is_array() && (step.size() == 2 || step.size() == 3) && step[0].is_number_unsigned() &&
                        step[1].is_number_unsigned();
    if (!isStep) throw BadField{"\"schedule\" has the wrong type"};
    steps.push_back(
        {threadFrom(step[0].get<std::uint64_t>(), threads), step[1].get<std::uint64_t>(), step.size() == 3});
  }
  return steps;
}

core::Found foundFrom(const Json& object, const core::ThreadTable& threads) {
  const auto kind = core::violationKindNamed(get<std::string>(object, "kind"));
  if (!kind) throw BadField{"a kind of violation is not known"};
  core::Found found;
  found.violation = {.kind = *kind,
                     .message = get<std::string>(object, "message"),
                     .site = get<SiteId>(object, "site"),
                     .thread = threadFrom(get<std::uint64_t>(object, "thread"), threads),
                     .addr = get<core::Address>(object, "address"),
                     .size = get<std::uint64_t>(object, "size"),
                     .steps = get<std::size_t>(object, "steps")};
  found.schedule = stepsFrom(object, threads);
  found.executions = get<std::uint64_t>(object, "executions");
  found.isGraph = true;
  return found;
}

ZeroNetIterations::Notes iterationsFrom(const Json& object, const core::ThreadTable& threads) {
  ZeroNetIterations::Notes iterations;
  iterations.isUsed = get<bool>(object, "used");
  iterations.areAdditionsUsed = get<bool>(object, "additions-used");
  for (const Json& word : list(object, "added")) iterations.added.push_back(word.get<core::Address>());
  for (const Json& middle : list(object, "middles"))
    iterations.middles.push_back({get<core::Address>(middle, "address"), get<std::uint64_t>(middle, "value"),
                                  threadFrom(get<std::uint64_t>(middle, "thread"), threads)});
  return iterations;
}

core::Evidence evidenceFrom(const Json& object) {
  if (!object.is_object()) throw BadField{"\"evidence\" has the wrong type"};
  core::Evidence evidence;
  for (const auto& [name, facts] : object.items()) {
    const auto assumption = core::assumptionNamed(name);
    if (!assumption) throw BadField{"an assumption in \"evidence\" is not known"};
    evidence[*assumption] = get<std::vector<core::Fact>>(object, name.c_str());
  }
  return evidence;
}

explore::graph::Pending pendingFrom(const Json& line, const core::ThreadTable& threads) {
  auto pending = line.is_string() ? explore::graph::pendingFrom(line.get_ref<const std::string&>()) : std::nullopt;
  if (!pending) throw BadField{"an entry of \"pending\" makes no sense"};
  for (const explore::graph::OutlineEvent& event : pending->events) threadFrom(event.thread, threads);
  return *pending;
}

core::Outcome outcomeFrom(const Json& root, const core::ThreadTable& threads) {
  core::Outcome outcome;
  const Json& counts = member(root, "executions");
  for (const auto& [name, count] : namedCounts(outcome.executions)) *count = get<std::uint64_t>(counts, name);
  outcome.seconds = get<double>(root, "seconds");
  for (const Json& found : list(root, "violations")) outcome.found.push_back(foundFrom(found, threads));
  const Json& cut = member(root, "cut");
  outcome.whyCut = get<std::string>(cut, "why");
  outcome.stopSchedule = stepsFrom(cut, threads);
  outcome.stopIsGraph = true;
  outcome.limitations = get<std::vector<std::string>>(root, "limitations");
  outcome.evidence = evidenceFrom(member(root, "evidence"));
  return outcome;
}

Standing savedIn(const Json& root, const Plan& plan, const std::string& program, core::ThreadTable& threads) {
  checkOptions(root, plan, program);
  const auto names = get<std::vector<std::string>>(root, "threads");
  for (std::size_t t = 0; t < names.size(); ++t)
    if (threads.named(names[t]) != t) throw BadField{"\"threads\" makes no sense"};
  Standing saved;
  saved.threads = names;
  saved.soFar = outcomeFrom(root, threads);
  const Json& words = member(root, "words");
  for (const auto& [name, noted] : namedWords(saved.left.words)) {
    const auto addresses = get<std::vector<core::Address>>(words, name);
    noted->insert(addresses.begin(), addresses.end());
  }
  saved.left.isRacy = saved.soFar.hasFound(core::ViolationKind::DataRace);
  saved.left.iterations = iterationsFrom(member(root, "iterations"), threads);
  for (const Json& line : list(root, "pending")) saved.left.pending.push_back(pendingFrom(line, threads));
  if (saved.left.pending.empty()) throw BadField{"nothing is left to explore"};
  return saved;
}

bool isOfThisVersion(const Json& root) {
  return root.is_object() && root.value("heddle", Json()) == kKind && root.value("version", Json()) == kVersion;
}

std::uint32_t checksumOf(std::string_view text) { return llvm::crc32(llvm::arrayRefFromStringRef(text)); }

void checkFile(const Json& root, std::string_view text) {
  if (!root.is_object() || root.value("heddle", Json()) != kKind)
    throw BadField{"it is JSON, but was not written by 'heddle check --checkpoint'"};
  if (const auto version = get<int>(root, "version"); version != kVersion)
    throw BadField{fmt::format("it has format version {}, and this Heddle reads version {}", version, kVersion)};
  const std::size_t end = text.rfind(kChecksum);
  if (get<std::uint32_t>(root, "checksum") != checksumOf(text.substr(0, end)) || end == std::string_view::npos)
    throw BadField{"it is damaged: its checksum is not that of its contents"};
}

Diagnostic cannotGoOn(const std::string& name, const BadField& bad) {
  return {fmt::format("{}: cannot go on from here: {}", name, bad.what)};
}

}  // namespace

std::string savedText(const Standing& saved, const Plan& plan, const std::string& program) {
  Json root{{"heddle", kKind},
            {"version", kVersion},
            {"program", program},
            {"search", plan.asked.search},
            {"model", plan.asked.model},
            {"options", optionsThatCount(plan.asked)},
            {"effective", optionsThatCount(plan.options)},
            {"watch-every", plan.watchEvery},
            {"notes", plan.notes},
            {"threads", saved.threads},
            {"executions", Json::object()},
            {"seconds", saved.soFar.seconds}};
  for (const auto& [name, count] : namedCounts(saved.soFar.executions)) root["executions"][name] = *count;
  root["violations"] = Json::array();
  for (const core::Found& found : saved.soFar.found) root["violations"].push_back(foundToJson(found));
  root["cut"] = {{"why", saved.soFar.whyCut}, {"schedule", stepsToJson(saved.soFar.stopSchedule)}};
  root["limitations"] = saved.soFar.limitations;
  root["evidence"] = evidenceToJson(saved.soFar.evidence);
  root["words"] = Json::object();
  for (const auto& [name, noted] : namedWords(saved.left.words)) root["words"][name] = *noted;
  root["iterations"] = iterationsToJson(saved.left.iterations);
  root["pending"] = Json::array();
  for (const explore::graph::Pending& pending : saved.left.pending)
    root["pending"].push_back(explore::graph::text(pending));
  std::string text = root.dump(1, ' ', false, Json::error_handler_t::replace);
  text.resize(text.rfind('\n'));
  const std::uint32_t checksum = checksumOf(text);
  return fmt::format("{}{}{}\n}}\n", text, kChecksum, checksum);
}

std::string planText(const Plan& plan, const std::string& program) {
  Standing start;
  start.left.pending.emplace_back();
  return savedText(start, plan, program);
}

std::optional<Diagnostic> adoptRestarts(std::string_view text, const std::string& name, Plan& plan) {
  const Json root = Json::parse(text, nullptr, false);
  if (!isOfThisVersion(root)) return std::nullopt;  // readSaved says what is wrong
  try {
    if (auto problem = adoptEffective(member(root, "effective"), plan.options)) throw BadField{problem->message};
    plan.watchEvery = get<unsigned>(root, "watch-every");
    plan.notes = get<std::vector<std::string>>(root, "notes");
    return std::nullopt;
  } catch (const BadField& bad) {
    return cannotGoOn(name, bad);
  }
}

Result<Standing> readSaved(std::string_view text, const Plan& plan, const std::string& program,
                           core::ThreadTable& threads) {
  const std::string& name = plan.options.resume;
  const Json root = Json::parse(text, nullptr, false);
  if (root.is_discarded()) return Diagnostic{fmt::format("{}: not JSON, or cut short", name)};
  try {
    checkFile(root, text);
    return savedIn(root, plan, program, threads);
  } catch (const BadField& bad) {
    return cannotGoOn(name, bad);
  }
}

}  // namespace heddle::check
