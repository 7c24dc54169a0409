// `heddle test`: the tests of a program, each checked by itself.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>
#include <chrono>

#include "check/many/check_many.h"
#include "cli/cli.h"
#include "cli/present_tests.h"
#include "cli/progress_line.h"
#include "cli/terminal.h"
#include "report/tests.h"
#include "report/unicode.h"

namespace heddle::cli {
namespace {

bool isMeant(const TestOptions& options, const frontend::Test& test) {
  return options.filters.empty() || std::ranges::any_of(options.filters, [&](const std::string& glob) {
           return fnmatch(glob.c_str(), test.name.c_str(), 0) == 0;
         });
}

// Which there are, or what is wrong.
Result<std::vector<frontend::Test>> chosen(const TestOptions& options, const std::vector<frontend::Test>& tests) {
  if (tests.empty())
    return Diagnostic{fmt::format("{} has no tests: HEDDLE_TEST(name) {{ ... }} of <heddle/test.h> declares one",
                                  fmt::join(options.source.files, ", "))};
  std::vector<frontend::Test> meant;
  std::ranges::copy_if(tests, std::back_inserter(meant), [&](const auto& test) { return isMeant(options, test); });
  if (meant.empty())
    return Diagnostic{fmt::format("none of the {} tests is named like {}; --list names them", tests.size(),
                                  fmt::join(options.filters, " or "))};
  return meant;
}

unsigned widthOf(const std::vector<frontend::Test>& tests) {
  unsigned width = 0;
  for (const frontend::Test& test : tests) width = std::max(width, report::displayWidth(test.name));
  return width;
}

std::string listed(const std::vector<frontend::Test>& tests) {
  const unsigned width = widthOf(tests);
  std::string text;
  for (const frontend::Test& test : tests)
    text += fmt::format("{}  {}:{}{}{}\n", report::padded(test.name, width), test.file, test.line,
                        test.options.empty() ? "" : "  ", test.options);
  return text;
}

// What each test is to be checked with.
Result<std::vector<check::Options>> checksOf(const TestOptions& options, const frontend::Discovered& found,
                                             const std::vector<frontend::Test>& tests) {
  std::vector<check::Options> checks;
  for (const frontend::Test& test : tests) {
    auto check = options.ofTest(test);
    if (!check) return check.problem();
    check->source.bitcode = found.bitcode;
    check->source.messages = options.source.messages;
    check->jobs = std::max(1U, options.jobs / static_cast<unsigned>(tests.size()));
    check->areJobsAsked = false;
    checks.push_back(std::move(*check));
  }
  return checks;
}

// Prints a line for each test that has answered, and on a terminal which run.
class Watcher {
 public:
  Watcher(const TestOptions& options, const std::vector<frontend::Test>& tests, ProgressLine& line)
      : options_(options), tests_(tests), line_(line), width_(widthOf(tests)) {
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
          fmt::format("{} of {} tests begun, the last one is {}", begun_, tests_.size(), tests_[last_].name));
  }

  void answered(const report::Report& report) {
    if (options_.output.quiet && report::answerOf(report) == report::TestAnswer::Passed) return;
    line_.clear();
    std::FILE* const stream = options_.output.takesStdout() ? stderr : stdout;
    put(stream, report::testLine(report, width_, textOptions(options_.output)));
    std::fflush(stream);
  }

  const TestOptions& options_;
  const std::vector<frontend::Test>& tests_;
  ProgressLine& line_;
  check::Outside progress_;
  unsigned width_;
  std::size_t begun_ = 0, last_ = 0;
};

int checkTests(const TestOptions& options, const frontend::Discovered& found, const std::vector<frontend::Test>& tests,
               ProgressLine& line) {
  const auto begun = std::chrono::steady_clock::now();
  auto checks = checksOf(options, found, tests);
  if (!checks) return complain(checks.problem().message);
  Watcher watcher(options, tests, line);
  std::vector<report::Report> reports = check::checkMany(*checks, options.jobs, watcher.around());
  line.clear();
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begun;
  return presentTests(reports, elapsed.count(), options.output);
}

}  // namespace

int test(const TestOptions& options) {
  if (const auto problem = cannotPresentTests(options.output)) return complain(problem->message);
  catchInterrupts();
  ProgressLine line(options.output);
  check::Outside outside{.interrupted = interrupted};
  line.follow(outside);
  frontend::Source source = options.source;
  source.mustStop = [&] {
    if (outside.tick) outside.tick();
    return interrupted();
  };
  source.messages->before = outside.progressEnds;
  if (outside.phase) outside.phase(fmt::format("compiling {} with clang", fmt::join(source.files, ", ")));
  auto found = frontend::discoverTests(source);
  line.clear();
  if (!found && interrupted()) {
    complain("interrupted while it was compiled");
    return kInconclusive;
  }
  if (!found) return complain(found.problem().message);
  auto tests = chosen(options, found->tests);
  if (!tests) return complain(tests.problem().message);
  if (options.isList) {
    put(stdout, listed(*tests));
    return kSafe;
  }
  return checkTests(options, *found, *tests, line);
}

}  // namespace heddle::cli
