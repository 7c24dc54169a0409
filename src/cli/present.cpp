#include "cli/present.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "base/files.h"
#include "cli/cli.h"
#include "cli/terminal.h"
#include "report/formats.h"
#include "report/text.h"

namespace heddle::cli {

std::optional<Diagnostic> cannotPresent(const OutputOptions& output) {
  for (const auto& [format, file] : output.files)
    if (auto problem = file.empty() ? std::nullopt : cannotWrite(file)) return problem;
  return std::nullopt;
}

namespace {

int exitCodeOf(core::Verdict verdict) {
  switch (verdict) {
    case core::Verdict::Safe: return kSafe;
    case core::Verdict::Violation: return kViolation;
    case core::Verdict::Inconclusive: return kInconclusive;
    case core::Verdict::Refused: return kBadInput;
  }
  return kBadInput;
}

}  // namespace

void describeProcess(report::Report& report) {
  report.exitCode = exitCodeOf(report.outcome.verdict);
  std::error_code unknown;
  report.directory = std::filesystem::current_path(unknown).string();
  // Set by GitHub Actions.
  if (const char* const repository = std::getenv("GITHUB_WORKSPACE")) report.repository = repository;
}

int presentRefused(report::Report& report, const OutputOptions& output) {
  describeProcess(report);
  for (const report::Format& format : report::formats()) {
    const auto file = output.files.find(format.name);
    if (file == output.files.end() || file->second.empty() || !format.isOfRefused) continue;
    if (auto problem = putInto(file->second, format.ofCheck(report))) complain(problem->message);
  }
  return complain(report.outcome.why);
}

int present(report::Report& report, const OutputOptions& output) {
  describeProcess(report);
  if (const auto file = output.files.find("json"); file != output.files.end() && file->second != "-")
    report.replayFile = file->second;
  std::optional<Diagnostic> unwritten;
  for (const report::Format& format : report::formats()) {
    const auto file = output.files.find(format.name);
    if (file == output.files.end() || file->second.empty()) continue;
    const auto text = report::written(format, report);
    if (!text)
      put(stderr,
          fmt::format("heddle: --{} {} is not written: no violation was found, so there is no execution to draw\n",
                      format.name, file->second));
    else if (auto problem = putInto(file->second, *text))
      unwritten = std::move(problem);
  }
  put(output.takesStdout() ? stderr : stdout, report::text(report, textOptions(output)));
  if (unwritten) return complain(unwritten->message);
  return report.exitCode;
}

}  // namespace heddle::cli
