// `heddle estimate`: how long a check with the same options would take.
#include "check/estimate.h"

#include "cli/cli.h"
#include "cli/present.h"
#include "cli/progress_line.h"
#include "cli/terminal.h"

namespace heddle::cli {

int estimate(const EstimateOptions& options) {
  const OutputOptions& output = options.output;
  if (const auto problem = cannotPresent(output)) return complain(problem->message);
  catchInterrupts();
  ProgressLine line(output);
  check::Outside outside{.interrupted = interrupted};
  line.follow(outside);
  auto result = check::estimate(options, outside);
  line.clear();
  if (!result) return complain(result.problem().message);
  if (result->report.outcome.verdict == core::Verdict::Violation) return present(result->report, output);
  if (const auto file = output.files.find("json"); file != output.files.end() && !file->second.empty())
    if (const auto problem = putInto(file->second, report::json(result->estimate, result->report)))
      return complain(problem->message);
  put(output.takesStdout() ? stderr : stdout, report::text(result->estimate, result->report));
  return result->estimate.isKnown ? kSafe : kInconclusive;
}

}  // namespace heddle::cli
