// `heddle check`: runs one check and prints what came of it.
#include "check/check.h"

#include <fmt/format.h>

#include "base/files.h"
#include "cli/cli.h"
#include "cli/terminal.h"
#include "report/dot.h"
#include "report/json.h"
#include "report/loops.h"
#include "report/text.h"

namespace heddle::cli {
namespace {

check::Outside outsideOf(const OutputOptions& output) {
  check::Outside outside{.interrupted = interrupted, .progress = {}, .progressEnds = {}, .loops = {}};
  if (mayShowProgress(output)) {
    outside.progress = showProgress;
    outside.progressEnds = clearProgress;
  }
  if (output.explainLoops)
    outside.loops = [&output](const std::vector<core::LoopNote>& loops) {
      fmt::print(output.takesStdout() ? stderr : stdout, "{}", report::loops(loops));
    };
  return outside;
}

int present(const report::Report& report, const OutputOptions& output) {
  if (!output.json.empty())
    if (const auto problem = writeFile(output.json, report::json(report))) return complain(problem->message);
  if (!output.dot.empty() && !report.findings.empty())
    if (const auto problem = writeFile(output.dot, report::dot(report.findings.front().trace)))
      return complain(problem->message);
  fmt::print(output.takesStdout() ? stderr : stdout, "{}", report::text(report, textOptions(output)));
  switch (report.outcome.verdict) {
    case core::Verdict::Safe: return kSafe;
    case core::Verdict::Violation: return kViolation;
    case core::Verdict::Inconclusive: return kInconclusive;
    case core::Verdict::Refused: return kBadInput;
  }
  return kBadInput;
}

}  // namespace

int check(const CheckOptions& options) {
  for (const std::string& file : {options.output.json, options.output.dot})
    if (const auto problem = file.empty() ? std::nullopt : cannotWrite(file)) return complain(problem->message);
  catchInterrupts();
  auto report = check::check(options, outsideOf(options.output));
  if (!report) return complain(report.problem().message);
  if (options.output.json != "-") report->replayFile = options.output.json;
  return present(*report, options.output);
}

}  // namespace heddle::cli
