// Options as the JSON report has them: the names of the command line.
#include <fmt/format.h>

#include "cli/options.h"

namespace heddle::cli {
namespace {

using Json = nlohmann::ordered_json;

const char* nameOf(runtime::PlainPolicy policy) { return policy == runtime::PlainPolicy::Race ? "race" : "interleave"; }

}  // namespace

Json optionsToJson(const CheckOptions& options) {
  const auto& bound = options.tuning.preemptionBound;
  return {{"plain", nameOf(options.runtime.plain)},
          {"step-limit", options.runtime.stepLimit},
          {"max-events", options.runtime.eventLimit},
          {"stack-size", options.runtime.stackBytes},
          {"nondet-range", options.runtime.nondetRange},
          {"allow-external", options.runtime.allowExternal},
          {"bound-executions", options.boundExecutions},
          {"time-limit", options.timeLimit},
          {"preemption-bound", bound ? Json(*bound) : Json(nullptr)},
          {"seed", options.tuning.seed},
          {"executions", options.tuning.executions},
          {"depth", options.tuning.depth},
          {"keep-going", options.keepGoing},
          {"commute", options.commute},
          {"shorten", options.shorten}};
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
    read.nondetRange = options.at("nondet-range").get<unsigned>();
    read.allowExternal = options.at("allow-external").get<std::vector<std::string>>();
  } catch (const Json::exception&) {
    return Diagnostic{"an entry of \"options\" is missing or has the wrong type"};
  }
  return read;
}

}  // namespace heddle::cli
