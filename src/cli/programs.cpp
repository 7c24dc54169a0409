#include "cli/programs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "cli/cli.h"
#include "cli/terminal.h"

namespace heddle::cli {
namespace {

// A program that is one file of several.
frontend::Source only(const frontend::Source& all, const std::string& file) {
  frontend::Source source = all;
  source.files = {file};
  std::erase_if(source.flagsOf, [&](const auto& own) { return own.first != file; });
  return source;
}

// A file that is there twice is one program.
std::vector<frontend::Source> sourcesOf(const CheckOptions& options) {
  if (!options.isEach) return {options.source};
  std::vector<frontend::Source> sources;
  std::vector<std::string> known;
  for (const std::string& file : options.source.files) {
    if (std::ranges::find(known, file) != known.end()) continue;
    known.push_back(file);
    sources.push_back(only(options.source, file));
  }
  return sources;
}

std::string whatIsCompiled(const std::vector<frontend::Source>& sources) {
  return sources.size() == 1 ? fmt::format("{}", fmt::join(sources.front().files, ", "))
                             : fmt::format("{} programs", sources.size());
}

}  // namespace

Result<Programs> compilePrograms(const CheckOptions& options, ProgressLine& line) {
  check::Outside outside{.interrupted = interrupted};
  line.follow(outside);
  std::vector<frontend::Source> sources = sourcesOf(options);
  // Also asked when precompiled headers are waited for, which is later.
  sources.front().mustStop = [tick = outside.tick] {
    if (tick) tick();
    return interrupted();
  };
  sources.front().messages->before = outside.progressEnds;
  if (outside.phase) outside.phase(fmt::format("compiling {} with clang", whatIsCompiled(sources)));
  auto found = frontend::discoverPrograms(sources);
  line.clear();
  if (!found) return found.problem();
  sources.front().mustStop = {};
  Programs programs{{}, std::move(found->late)};
  for (std::size_t i = 0; i < sources.size(); ++i) {
    Program program{std::move(sources[i]), {}, std::move(found->programs[i])};
    if (options.isEach) program.name = program.source.files.front();
    if (program.found) program.source.bitcode = program.found->bitcode;
    programs.all.push_back(std::move(program));
  }
  return programs;
}

int cannotCompile(const Diagnostic& problem) {
  if (!interrupted()) return complain(problem.message);
  complain("interrupted while it was compiled");
  return kInconclusive;
}

check::Options checkOfMain(const CheckOptions& options, const Program& program) {
  check::Options check = options;
  check.source = program.source;
  check.test = report::Test{.name = {}, .place = {program.name, 0, 0, "main"}, .expects = {}, .program = program.name};
  return check;
}

Result<check::Options> checkOfTest(const CheckOptions& options, const Program& program, const frontend::Test& test) {
  auto check = options.ofTest(program.source, test);
  if (check) check->test->program = program.name;
  return check;
}

}  // namespace heddle::cli
