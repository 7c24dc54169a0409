// Options as the JSON report has them: the names of the command line.
#include <fmt/format.h>

#include "base/files.h"
#include "check/options.h"

namespace heddle::check {
namespace {

using Json = nlohmann::ordered_json;

const char* nameOf(runtime::PlainPolicy policy) { return policy == runtime::PlainPolicy::Race ? "race" : "interleave"; }

Json boundsToJson(const std::vector<transform::LoopBound>& bounds) {
  Json list = Json::array();
  for (const transform::LoopBound& bound : bounds)
    list.push_back(
        {{"file", bound.file}, {"line", bound.line}, {"column", bound.column}, {"iterations", bound.iterations}});
  return list;
}

Json wordsToJson(const std::vector<core::Word>& words) {
  Json list = Json::array();
  for (const core::Word& word : words) list.push_back({word.addr, word.bytes});
  return list;
}

std::vector<core::Word> wordsFrom(const Json& options, const char* entry) {
  std::vector<core::Word> words;
  for (const Json& word : options.value(entry, Json::array()))
    words.push_back({word.at(0).get<core::Address>(), word.at(1).get<unsigned>()});
  return words;
}

Json choicesToJson(const core::SectionChoices& choices) {
  Json all = Json::array();
  for (const auto& [section, counts] : choices.all()) all.push_back(Json::array({section, counts}));
  return all;
}

Json slotsToJson(const core::SectionWords::Slots& slots) {
  Json all = Json::array();
  for (std::size_t slot = 0; slot < slots.size(); ++slot)
    if (slots[slot]) all.push_back(slot);
  return all;
}

Json sectionWordsToJson(const core::SectionWords& words) {
  if (!words.areThere()) return nullptr;
  return {{"accessed", slotsToJson(words.inSections())}, {"written", slotsToJson(words.written())}};
}

void addSectionWords(const Json& from, core::SectionWords& to) {
  if (from.is_null()) return;
  to.expect();
  for (const unsigned slot : from.at("accessed").get<std::vector<unsigned>>())
    to.noteInSection(slot % core::SectionWords::kSlots, false);
  for (const unsigned slot : from.at("written").get<std::vector<unsigned>>())
    to.noteOutside(slot % core::SectionWords::kSlots, true);
}

Json readersToJson(const core::ReaderWords& readers) {
  Json all = Json::array();
  for (const auto& [lock, thread] : readers.all()) all.push_back(Json::array({lock, thread}));
  return all;
}

void addReaders(const Json& from, core::ReaderWords& to) {
  if (from.is_null()) return;
  for (const Json& reader : from) to.add({reader.at(0).get<core::Address>(), reader.at(1).get<ThreadId>()});
}

Json suppressionsToJson(const transform::RacyCode& racy) {
  Json lines = Json::array();
  for (const transform::Suppression& suppression : racy.suppressions) lines.push_back(suppression.text());
  return lines;
}

}  // namespace

Json optionsToJson(const Options& options) {
  const auto& bound = options.tuning.preemptionBound;
  return {{"plain", nameOf(options.runtime.plain)},
          {"volatile", options.source.racy.volatileIsRelaxed ? "relaxed" : "plain"},
          {"suppressions", suppressionsToJson(options.source.racy)},
          {"step-limit", options.runtime.stepLimit},
          {"max-events", options.runtime.eventLimit},
          {"stack-size", options.runtime.stackBytes},
          {"heap", options.runtime.heapBytes},
          {"exit-status", options.runtime.exitStatusCounts},
          {"nondet-range", options.runtime.nondetRange},
          {"bound-threads", options.runtime.boundThreads},
          {"spurious-wakeups", options.runtime.spuriousWakeups},
          {"prefer-writers", options.runtime.prefersWriters},
          {"allow-external", options.runtime.allowExternal},
          {"sandbox", options.runtime.sandbox},
          {"args", options.runtime.arguments},
          {"stdin", options.runtime.inputFile},
          {"settled-words", wordsToJson(options.runtime.settledWords)},
          {"mixed-words", wordsToJson(*options.runtime.mixedWords)},
          {"section-choices", choicesToJson(*options.runtime.sectionChoices)},
          {"readers-apart", options.runtime.readersApart},
          {"readers", readersToJson(*options.runtime.readerWords)},
          {"section-words", sectionWordsToJson(*options.runtime.sectionWords)},
          {"purity", options.loops.purity},
          {"dynamic-purity", options.loops.dynamicPurity},
          {"zero-net-effect", options.runtime.zeroNetEffect},
          {"await", options.loops.awaits},
          {"rolled-back", options.loops.rolledBack},
          {"separate-words", options.loops.separateWords},
          {"ordered-publication", options.loops.orderedPublication},
          {"raceless-iterations", options.loops.racelessIterations},
          {"group-locks", options.loops.groupLocks},
          {"statistics", options.loops.statistics},
          {"unroll", options.loops.unroll ? Json(*options.loops.unroll) : Json(nullptr)},
          {"unroll-loop", boundsToJson(options.loops.unrollLoops)},
          {"bound-executions", options.boundExecutions},
          {"time-limit", options.timeLimit},
          {"preemption-bound", bound ? Json(*bound) : Json(nullptr)},
          {"seed", options.tuning.seed},
          {"executions", options.tuning.executions},
          {"depth", options.tuning.depth},
          {"keep-going", options.keepGoing},
          {"dependence", dependenceOf(options).name},
          {"commute", dependenceOf(options).name != "read-write"},
          {"stale-reads", options.tuning.staleReads},
          {"in-place", options.tuning.inPlace},
          {"speculative", options.tuning.speculative},
          {"shorten", options.shorten}};
}

std::optional<Diagnostic> adoptEffective(const Json& was, Options& options) {
  auto loops = loopOptionsFrom(was);
  if (!loops) return loops.problem();
  auto runtime = runtimeOptionsFrom(was);
  if (!runtime) return runtime.problem();
  options.loops.rolledBack = loops->rolledBack;
  options.loops.separateWords = loops->separateWords;
  options.loops.orderedPublication = loops->orderedPublication;
  options.loops.racelessIterations = loops->racelessIterations;
  options.loops.groupLocks = loops->groupLocks;
  options.loops.unroll = loops->unroll;
  options.loops.unrollLoops = std::move(loops->unrollLoops);
  options.runtime.settledWords = std::move(runtime->settledWords);
  options.runtime.mixedWords = std::move(runtime->mixedWords);
  options.runtime.sectionChoices = std::move(runtime->sectionChoices);
  options.runtime.sectionWords = std::move(runtime->sectionWords);
  options.runtime.readersApart = runtime->readersApart;
  options.runtime.readerWords = std::move(runtime->readerWords);
  if (!was.contains("speculative") || !was["speculative"].is_boolean())
    return Diagnostic{"an entry of \"options\" is missing or has the wrong type"};
  options.tuning.speculative = was["speculative"].get<bool>();
  return std::nullopt;
}

std::optional<Diagnostic> loadInput(runtime::Options& options) {
  if (options.inputFile.empty()) return std::nullopt;
  auto text = readFile(options.inputFile);
  if (!text) return text.problem();
  options.input = std::make_shared<const std::string>(std::move(*text));
  return std::nullopt;
}

Result<runtime::Options> runtimeOptionsFrom(const Json& options) {
  runtime::Options read;
  try {
    const auto plain = options.at("plain").get<std::string>();
    if (plain != "race" && plain != "interleave") return Diagnostic{fmt::format("unknown policy \"{}\"", plain)};
    read.plain = plain == "race" ? runtime::PlainPolicy::Race : runtime::PlainPolicy::Interleave;
    read.stepLimit = options.at("step-limit").get<std::int64_t>();
    read.eventLimit = options.at("max-events").get<std::uint64_t>();
    read.stackBytes = options.at("stack-size").get<std::uint64_t>();
    if (read.stackBytes > core::layout::kMostStack)
      return Diagnostic{fmt::format("a stack of {} bytes does not fit: this build has at most {} (docs/platforms.md)",
                                    read.stackBytes, core::layout::kMostStack)};
    read.zeroNetEffect = options.at("zero-net-effect").get<bool>();
    read.nondetRange = options.at("nondet-range").get<std::uint64_t>();
    read.boundThreads = options.at("bound-threads").get<unsigned>();
    read.spuriousWakeups = options.at("spurious-wakeups").get<unsigned>();
    read.prefersWriters = options.at("prefer-writers").get<bool>();
    read.allowExternal = options.at("allow-external").get<std::vector<std::string>>();
    read.heapBytes = options.value("heap", read.heapBytes);
    read.exitStatusCounts = options.value("exit-status", false);
    read.sandbox = options.value("sandbox", true);
    read.arguments = options.at("args").get<std::vector<std::string>>();
    read.inputFile = options.at("stdin").get<std::string>();
    if (auto problem = loadInput(read)) return std::move(*problem);
    read.settledWords = wordsFrom(options, "settled-words");
    *read.mixedWords = wordsFrom(options, "mixed-words");
    for (const Json& section : options.value("section-choices", Json::array()))
      read.sectionChoices->add(section.at(0).get<SiteId>(), section.at(1).get<std::vector<std::uint64_t>>());
    read.readersApart = options.value("readers-apart", true);
    addReaders(options.value("readers", Json()), *read.readerWords);
    addSectionWords(options.value("section-words", Json()), *read.sectionWords);
  } catch (const Json::exception&) {
    return Diagnostic{"an entry of \"options\" is missing or has the wrong type"};
  }
  return read;
}

Result<transform::LoopOptions> loopOptionsFrom(const Json& options) {
  transform::LoopOptions read;
  try {
    read.plainAccessesRace = options.at("plain").get<std::string>() == "race";
    read.testedInputs = options.at("nondet-range") == runtime::Options{}.nondetRange;
    read.purity = options.at("purity").get<bool>();
    read.dynamicPurity = options.at("dynamic-purity").get<bool>();
    read.awaits = options.at("await").get<bool>();
    read.rolledBack = options.value("rolled-back", options.value("undone", false));  // as it was called before
    read.separateWords = options.value("separate-words", true);
    read.orderedPublication = options.value("ordered-publication", false);
    read.racelessIterations = options.value("raceless-iterations", false);
    read.groupLocks = options.value("group-locks", false);
    read.statistics = options.value("statistics", false);
    if (!options.at("unroll").is_null()) read.unroll = options.at("unroll").get<unsigned>();
    for (const Json& bound : options.at("unroll-loop"))
      read.unrollLoops.push_back({bound.at("file").get<std::string>(), bound.at("line").get<unsigned>(),
                                  bound.value("column", 0U),
                                  bound.at(bound.contains("iterations") ? "iterations" : "rounds").get<unsigned>()});
  } catch (const Json::exception&) {
    return Diagnostic{"an entry of \"options\" is missing or has the wrong type"};
  }
  return read;
}

std::optional<Diagnostic> loadSuppressions(transform::RacyCode& racy) {
  if (racy.file.empty()) return std::nullopt;
  auto text = readFile(racy.file);
  if (!text) return text.problem();
  auto read = transform::readSuppressions(*text, racy.file);
  if (!read) return read.problem();
  racy.suppressions = std::move(*read);
  return std::nullopt;
}

Result<transform::RacyCode> racyCodeFrom(const Json& options) {
  transform::RacyCode read;
  try {
    read.volatileIsRelaxed = options.value("volatile", "plain") == "relaxed";
    std::string lines;
    for (const Json& line : options.value("suppressions", Json::array())) lines += line.get<std::string>() + "\n";
    auto suppressions = transform::readSuppressions(lines, "\"suppressions\"");
    if (!suppressions) return suppressions.problem();
    read.suppressions = std::move(*suppressions);
  } catch (const Json::exception&) {
    return Diagnostic{"an entry of \"options\" is missing or has the wrong type"};
  }
  return read;
}

}  // namespace heddle::check
