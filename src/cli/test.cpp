// `heddle test`: the tests of programs, each checked by itself.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>

#include "cli/cli.h"
#include "cli/many.h"
#include "cli/present_tests.h"
#include "cli/programs.h"
#include "cli/terminal.h"
#include "report/unicode.h"

namespace heddle::cli {
namespace {

bool isMeant(const TestOptions& options, const frontend::Test& test) {
  return options.filters.empty() || std::ranges::any_of(options.filters, [&](const std::string& glob) {
           return fnmatch(glob.c_str(), test.name.c_str(), 0) == 0;
         });
}

// What is to be checked.
struct Chosen {
  const Program* program;
  const frontend::Test* test;  // null: the program does not compile, and its check says why

  std::string label() const { return report::Test{test->name, {}, {}, program->name}.label(); }
};

// Or what is wrong.
Result<std::vector<Chosen>> chosen(const TestOptions& options, Programs& programs) {
  std::vector<Chosen> meant;
  std::size_t count = 0;
  for (Program& program : programs.all) {
    if (!program.found) {
      if (!options.isEach || options.isList) return program.found.problem();
      meant.push_back({&program, nullptr});
      continue;
    }
    const std::vector<frontend::Test>& tests = program.found->tests;
    if (tests.empty())
      return Diagnostic{fmt::format("{} has no tests: HEDDLE_TEST(name) {{ ... }} of <heddle/test.h> declares one",
                                    fmt::join(program.source.files, ", "))};
    count += tests.size();
    for (const frontend::Test& test : tests)
      if (isMeant(options, test)) meant.push_back({&program, &test});
  }
  if (meant.empty())
    return Diagnostic{fmt::format("none of the {} tests is named like {}; --list names them", count,
                                  fmt::join(options.filters, " or "))};
  return meant;
}

std::string listed(const std::vector<Chosen>& tests) {
  unsigned width = 0;
  for (const Chosen& one : tests) width = std::max(width, report::displayWidth(one.label()));
  std::string text;
  for (const Chosen& one : tests)
    text += fmt::format("{}  {}:{}{}{}\n", report::padded(one.label(), width), one.test->file, one.test->line,
                        one.test->options.empty() ? "" : "  ", one.test->options);
  return text;
}

Result<std::vector<check::Options>> checksOf(const TestOptions& options, const std::vector<Chosen>& tests) {
  std::vector<check::Options> checks;
  for (const Chosen& one : tests) {
    if (one.test == nullptr) {
      checks.push_back(checkOfMain(options, *one.program));
      continue;
    }
    auto check = checkOfTest(options, *one.program, *one.test);
    if (!check) return check.problem();
    checks.push_back(std::move(*check));
  }
  return checks;
}

}  // namespace

int test(const TestOptions& options) {
  if (const auto problem = cannotPresentTests(options.output)) return complain(problem->message);
  catchInterrupts();
  ProgressLine line(options.output);
  auto programs = compilePrograms(options, line);
  if (!programs) return cannotCompile(programs.problem());
  auto tests = chosen(options, *programs);
  if (!tests) return complain(tests.problem().message);
  if (options.isList) {
    put(stdout, listed(*tests));
    return kSafe;
  }
  auto checks = checksOf(options, *tests);
  if (!checks) return complain(checks.problem().message);
  return checkAll(options, std::move(*checks), line);
}

}  // namespace heddle::cli
