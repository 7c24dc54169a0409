#include "cli/help.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>

#include "cli/without.h"

namespace heddle::cli {
namespace {

struct Usual {
  const char* option;
  const char* text;
};

// A test compares them with the options that there are.
constexpr Usual kUsual[] = {
    {"--model NAME", "memory model: rc11 (C and C++; default), sc, tso, ra"},
    {"--search NAME", "how to explore: awamoche, optimal, guided, pct, ..."},
    {"--only KIND,...", "only assertions, deadlocks: fewer executions"},
    {"--plain interleave", "plain accesses may race: explore their orders"},
    {"--time-limit SECONDS", "stop then; the answer is \"inconclusive\""},
    {"--keep-going", "do not stop at the first violation"},
    {"--exit-status", "an exit status other than 0 is a violation"},
    {"--full", "show every line of the execution"},
    {"--html FILE", "the report as a page for the browser"},
    {"--json FILE", "write the report; heddle replay runs its violation"},
};

constexpr Usual kUsualOfTests[] = {
    {"--filter GLOB", "only tests whose name matches, by * and ?"},
    {"--list", "only print which tests there are"},
    {"--jobs N", "so many processes; as many as there are cores"},
    {"--quiet", "only say which tests have not passed"},
    {"--model NAME", "memory model: rc11 (C and C++; default), sc, tso, ra"},
    {"--time-limit SECONDS", "of each test; it is \"inconclusive\" then"},
    {"--junit FILE", "a test case for each, for Jenkins and GitLab"},
    {"--html DIR", "a page for each test in which something was found"},
    {"--json FILE", "all reports; heddle replay --test NAME runs one"},
};

std::string linesOf(std::span<const Usual> options) {
  std::string text;
  for (const Usual& usual : options) text += fmt::format("  {:<23}{}\n", usual.option, usual.text);
  return text;
}

// How many letters must be inserted, left out, changed, or exchanged with the next one.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> before, last, row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before = std::exchange(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

// The nearest of the names if no more than a third of the word is wrong.
std::string nearest(const std::string& word, const std::vector<std::string>& names) {
  const std::string* best = nullptr;
  std::size_t least = word.size() / 3 + 1;
  for (const std::string& name : names) {
    const std::size_t wrong = distance(word, name);
    if (wrong < least) {
      least = wrong;
      best = &name;
    }
  }
  return best == nullptr ? "" : *best;
}

std::string didYouMean(const std::string& name) {
  return name.empty() ? "" : fmt::format("; did you mean '{}'?", name);
}

}  // namespace

std::string shortHelp() {
  std::string text =
      "Usage: heddle check FILE... [OPTION...] [-- FLAGS FOR CLANG...]\n\n"
      "Runs a C or C++ program under every interleaving that matters.\n\n";
  text += linesOf(kUsual);
  text +=
      "\n"
      "  -I -D -U -std= -O2 -Wall -g and the like, and all after --, go to clang;\n"
      "  everything after --args to the program.\n\n"
      "Exit code: 0 safe, 1 violation, 2 bad usage or input, 3 inconclusive.\n"
      "All options: heddle check --help-all\n";
  return text;
}

std::string shortHelpOfTests() {
  return "Usage: heddle test FILE... [OPTION...] [-- FLAGS FOR CLANG...]\n\n"
         "Checks each HEDDLE_TEST(name) { ... } of the files by itself (docs/testing.md).\n\n" +
         linesOf(kUsualOfTests) +
         "\n"
         "  -I -D -U -std= -O2 -Wall -g and the like, and all after --, go to clang.\n"
         "  Beside a test: HEDDLE_TEST(name, \"--model tso --expect data-race\").\n\n"
         "Exit code: 0 all pass, 1 one fails, 2 bad usage or input, 3 inconclusive.\n"
         "All options: heddle test --help-all\n";
}

std::string nearestOption(const CLI::App& command, const std::string& argument) {
  const std::string name = argument.substr(0, argument.find('='));
  if (name.starts_with("--no-") && command.get_option_no_throw("--without") != nullptr)
    if (const std::string reduction = name.substr(5); reductionNamed(reduction) != nullptr)
      return didYouMean("--without " + reduction);
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& longName : option->get_lnames()) names.push_back("--" + longName);
  return didYouMean(nearest(name, names));
}

std::string suggestion(const std::string& word, const std::vector<std::string>& names) {
  return didYouMean(nearest(word, names));
}

std::string nearestCommand(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return suggestion(word, names);
}

}  // namespace heddle::cli
