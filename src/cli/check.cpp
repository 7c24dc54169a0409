// `heddle check`: runs one check and prints what came of it.
#include "check/check.h"

#include <fmt/format.h>

#include "base/files.h"
#include "cli/cli.h"
#include "cli/terminal.h"
#include "report/formats.h"
#include "report/loops.h"
#include "report/slice.h"
#include "report/text.h"

namespace heddle::cli {
namespace {

check::Outside outsideOf(const OutputOptions& output) {
  check::Outside outside{.interrupted = interrupted, .progress = {}, .progressEnds = {}, .loops = {}, .slice = {}};
  if (mayShowProgress(output)) {
    outside.progress = showProgress;
    outside.progressEnds = clearProgress;
  }
  if (output.explainLoops)
    outside.loops = [&output](const std::vector<core::LoopNote>& loops) {
      fmt::print(output.takesStdout() ? stderr : stdout, "{}", report::loops(loops));
    };
  if (output.explainSlice)
    outside.slice = [&output](const core::Slice& slice, const core::DependenceGraph& graph) {
      fmt::print(output.takesStdout() ? stderr : stdout, "{}", report::slice(slice, graph));
    };
  return outside;
}

int present(const report::Report& report, const OutputOptions& output) {
  for (const report::Format& format : report::formats()) {
    const auto file = output.files.find(format.name);
    if (file == output.files.end() || file->second.empty()) continue;
    const auto text = report::written(format, report);
    if (!text) continue;
    if (const auto problem = writeFile(file->second, *text)) return complain(problem->message);
  }
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
  for (const auto& [format, file] : options.output.files)
    if (const auto problem = file.empty() ? std::nullopt : cannotWrite(file)) return complain(problem->message);
  catchInterrupts();
  auto report = check::check(options, outsideOf(options.output));
  if (!report) return complain(report.problem().message);
  if (const auto file = options.output.files.find("json"); file != options.output.files.end() && file->second != "-")
    report->replayFile = file->second;
  return present(*report, options.output);
}

}  // namespace heddle::cli
