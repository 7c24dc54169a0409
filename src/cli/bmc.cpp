// `heddle bmc`: all inputs and interleavings up to a depth.
#include "check/bounded.h"
#include "cli/cli.h"
#include "cli/present.h"
#include "cli/terminal.h"

namespace heddle::cli {

int bmc(const BoundedOptions& options) {
  if (const auto problem = cannotPresent(options.output)) return complain(problem->message);
  catchInterrupts();
  check::Outside outside;
  outside.interrupted = interrupted;
  if (mayShowProgress(options.output)) {
    outside.looks = showLook;
    outside.progressEnds = clearProgress;
  }
  auto report = check::checkBounded(options, outside);
  if (!report) return complain(report.problem().message);
  return present(*report, options.output);
}

}  // namespace heddle::cli
