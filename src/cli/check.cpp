// `heddle check`: runs one check and prints what came of it.
#include "check/many/cached_check.h"
#include "check/many/check_many.h"
#include "cli/cli.h"
#include "cli/many.h"
#include "cli/mpi.h"
#include "cli/present.h"
#include "cli/progress_line.h"
#include "cli/terminal.h"
#include "report/loops.h"
#include "report/slice.h"

namespace heddle::cli {
namespace {

check::Outside outsideOf(const OutputOptions& output, ProgressLine& line) {
  check::Outside outside{.interrupted = interrupted};
  line.follow(outside);
  if (output.explainLoops)
    outside.loops = [&output](const std::vector<core::LoopNote>& loops) {
      put(output.takesStdout() ? stderr : stdout, report::loops(loops));
    };
  if (output.explainSlice)
    outside.slice = [&output](const core::Slice& slice, const core::DependenceGraph& graph) {
      put(output.takesStdout() ? stderr : stdout, report::slice(slice, graph));
    };
  return outside;
}

}  // namespace

int check(const CheckOptions& options) {
  if (options.isByRanks && options.ranks == nullptr) return checkByRanks(options);
  if (options.isEach) return checkEach(options);
  if (const auto problem = cannotPresent(options.output)) return complain(problem->message);
  catchInterrupts();
  ProgressLine line(options.output);
  // What explains the program has to look at it.
  const bool isExplained = options.output.explainLoops || options.output.explainSlice;
  auto cache = isExplained ? check::AnswerCache() : cacheOf(options, /*isOnByDefault=*/false);
  if (!cache) return complain(cache.problem().message);
  auto report = check::checkCached(options, outsideOf(options.output, line), *cache);
  cache->evict();
  line.clear();
  if (!report) {
    auto refused = check::unanswered(options, core::Verdict::Refused, report.problem().message);
    return presentRefused(refused, options.output);
  }
  return present(*report, options.output);
}

}  // namespace heddle::cli
