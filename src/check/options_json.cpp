// Options as the JSON report has them: the names of the command line.
#include <fmt/format.h>

#include "base/files.h"
#include "check/learnt_json.h"
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
          {"learnt", learntToJson(*options.runtime.learnt)},
          {"readers-apart", options.runtime.readersApart},
          {"purity", options.loops.purity},
          {"dynamic-purity", options.loops.dynamicPurity},
          {"zero-net-effect", options.runtime.zeroNetEffect},
          {"await", options.loops.awaits},
          {"lone-accesses", options.loops.awaits && options.hasOrdersOnly()},
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
          {"memory-limit", options.memoryLimit},
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
          {"sample", options.sample},
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
  options.runtime.learnt = std::move(runtime->learnt);
  options.runtime.readersApart = runtime->readersApart;
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
    read.settledWords = wordsFrom(options.value("settled-words", Json::array()));
    *read.learnt = learntFrom(options.value("learnt", Json::object()));
    read.readersApart = options.value("readers-apart", true);
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
    read.loneAccesses = options.value("lone-accesses", false);
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
