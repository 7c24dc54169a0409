#include "cli/many.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "check/many/check_many.h"
#include "cli/cli.h"
#include "cli/present_tests.h"
#include "cli/programs.h"
#include "cli/terminal.h"
#include "report/tests.h"
#include "report/unicode.h"

namespace heddle::cli {
namespace {

// Prints a line for each that has an answer, and on a terminal which run.
class Watcher {
 public:
  Watcher(const OutputOptions& output, const std::vector<check::Options>& checks, ProgressLine& line)
      : output_(output), checks_(checks), line_(line) {
    for (const check::Options& check : checks) width_ = std::max(width_, report::displayWidth(check.test->label()));
    line.follow(progress_);
  }

  check::AroundMany around() {
    return {.interrupted = interrupted,
            .begins =
                [this](std::size_t which) {
                  last_ = which;
                  ++begun_;
                  show();
                },
            .tick =
                [this] {
                  if (progress_.tick) progress_.tick();
                },
            .answered = [this](const report::Report& report) { answered(report); }};
  }

 private:
  void show() {
    if (progress_.phase)
      progress_.phase(
          fmt::format("{} of {} begun, the last one is {}", begun_, checks_.size(), checks_[last_].test->label()));
  }

  void answered(const report::Report& report) {
    if (output_.quiet && report::answerOf(report) == report::TestAnswer::Passed) return;
    line_.clear();
    std::FILE* const stream = output_.takesStdout() ? stderr : stdout;
    put(stream, report::testLine(report, width_, textOptions(output_)));
    std::fflush(stream);
  }

  const OutputOptions& output_;
  const std::vector<check::Options>& checks_;
  ProgressLine& line_;
  check::Outside progress_;
  unsigned width_ = 0;
  std::size_t begun_ = 0, last_ = 0;
};

Result<std::vector<check::Options>> checksOf(const CheckOptions& options, Programs& programs) {
  std::vector<check::Options> checks;
  for (Program& program : programs.all) {
    if (!program.found || program.found->hasMain || program.found->tests.empty()) {
      checks.push_back(checkOfMain(options, program));
      continue;
    }
    for (const frontend::Test& test : program.found->tests) {
      auto check = checkOfTest(options, program, test);
      if (!check) return check.problem();
      checks.push_back(std::move(*check));
    }
  }
  return checks;
}

}  // namespace

Result<check::AnswerCache> cacheOf(const CheckOptions& options, bool isOnByDefault) {
  if (options.isCacheOff) return check::AnswerCache();
  if (!options.cacheDirectory.empty()) return check::AnswerCache::in(options.cacheDirectory);
  if (!isOnByDefault) return check::AnswerCache();
  const char* const chosen = std::getenv("HEDDLE_CACHE");
  const std::string directory = chosen != nullptr ? chosen : "";
  if (directory == "off") return check::AnswerCache();
  return directory.empty() ? check::AnswerCache::ofUser() : check::AnswerCache::in(directory);
}

int checkAll(const CheckOptions& options, std::vector<check::Options> checks, ProgressLine& line) {
  auto cache = cacheOf(options, /*isOnByDefault=*/true);
  if (!cache) return complain(cache.problem().message);
  const auto begun = std::chrono::steady_clock::now();
  Watcher watcher(options.output, checks, line);
  std::vector<report::Report> reports = check::checkMany(checks, options.jobs, *cache, watcher.around());
  line.clear();
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begun;
  return presentTests(reports, elapsed.count(), options.output);
}

int checkEach(const CheckOptions& options) {
  if (const auto problem = cannotPresentTests(options.output)) return complain(problem->message);
  catchInterrupts();
  ProgressLine line(options.output);
  auto programs = compilePrograms(options, line);
  if (!programs) return cannotCompile(programs.problem());
  auto checks = checksOf(options, *programs);
  if (!checks) return complain(checks.problem().message);
  return checkAll(options, std::move(*checks), line);
}

}  // namespace heddle::cli
