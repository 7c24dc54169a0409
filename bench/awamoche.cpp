// Tables 1 and 2 of "Unblocking Dynamic Partial Order Reduction" (CAV 2023),
// with Heddle's figures beside the paper's, under rc11.
//
// The paper's four columns are four searches; a figure is the number of blocked
// executions, those in which a thread waits for ever included. The complete
// ones are the same in all columns. All of them are properties of the programs
// and of the order in which threads are started, and must be equal.
#include <fmt/format.h>

#include <array>

#include "child.h"
#include "figures.h"
#include "rows.h"

namespace heddle::bench {
namespace {

constexpr std::size_t kColumns = 4;
constexpr std::array<const char*, kColumns> kColumnNames = {"TruSt", "+ stale", "+ in-place", "Awamoche"};
const std::array<std::vector<std::string>, kColumns> kColumnOptions = {{
    {"--search", "trust"},
    {"--search", "awamoche", "--without", "in-place,speculative"},
    {"--search", "awamoche", "--without", "speculative"},
    {"--search", "awamoche"},
}};
// Without this in what it understands, Heddle does not have the column.
constexpr std::array<const char*, kColumns> kColumnNeeds = {"trust", "stale-reads", "in-place", "speculative"};
constexpr const char* kSeconds = "300";  // for one figure

struct Subject {
  const char* name;
  const char* program;
  std::vector<std::string> flags;
  double complete;
  std::array<double, kColumns> blocked;
};

const std::vector<Subject>& subjects() {
  static const std::vector<Subject> kSubjects{
      {"orch-run(4)", "orch_run", {"-DN=4"}, 1, {15, 0, 0, 0}},
      {"orch-run(5)", "orch_run", {"-DN=5"}, 1, {31, 0, 0, 0}},
      {"orch-run(6)", "orch_run", {"-DN=6"}, 1, {63, 0, 0, 0}},
      {"wait-workers(4)", "wait_workers", {"-DN=4"}, 24, {96, 96, 0, 0}},
      {"wait-workers(5)", "wait_workers", {"-DN=5"}, 120, {600, 600, 0, 0}},
      {"wait-workers(6)", "wait_workers", {"-DN=6"}, 720, {4'320, 4'320, 0, 0}},
      {"nr+nw(3,2)", "nr_nw", {"-DN=3", "-DL=2"}, 0, {27, 10, 1, 1}},
      {"nr+nw(5,4)", "nr_nw", {"-DN=5", "-DL=4"}, 0, {3'125, 126, 1, 1}},
      {"nr+nw(6,5)", "nr_nw", {"-DN=6", "-DL=5"}, 0, {46'656, 462, 1, 1}},
      {"conf-loop(4)", "conf_loop", {"-DN=4"}, 24, {256, 176, 124, 0}},
      {"conf-loop(5)", "conf_loop", {"-DN=5"}, 120, {3'905, 2'010, 1'185, 0}},
      {"conf-loop(6)", "conf_loop", {"-DN=6"}, 720, {75'156, 26'916, 13'086, 0}},
      {"mpmc-enq(4)", "mpmc_enq", {"-DN=4"}, 576, {1'084, 710, 532, 0}},
      {"mpmc-enq(5)", "mpmc_enq", {"-DN=5"}, 7'200, {31'325, 16'382, 12'205, 0}},
      {"mpmc-enq(6)", "mpmc_enq", {"-DN=6"}, 86'400, {730'626, 303'362, 227'766, 0}},
      {"treiber-push(4)", "treiber_push", {"-DN=4"}, 24, {256, 176, 124, 0}},
      {"treiber-push(5)", "treiber_push", {"-DN=5"}, 120, {3'905, 2'010, 1'185, 0}},
      {"treiber-push(6)", "treiber_push", {"-DN=6"}, 720, {75'156, 26'916, 13'086, 0}},
      {"m-enq(4)", "m_enq", {"-DN=4"}, 24, {124, 124, 124, 0}},
      {"m-enq(5)", "m_enq", {"-DN=5"}, 120, {1'185, 1'185, 1'185, 0}},
      {"m-enq(6)", "m_enq", {"-DN=6"}, 720, {13'086, 13'086, 13'086, 0}},
  };
  return kSubjects;
}

// What `heddle check` understands.
const std::string& help() {
  static const std::string kHelp = runChild({HEDDLE_TOOL, "check", "--help"}).output;
  return kHelp;
}
bool hasColumn(std::size_t column) { return help().find(kColumnNeeds[column]) != std::string::npos; }

std::optional<Figure> figureIn(const Subject& subject, std::size_t column) {
  std::vector<std::string> options{"--model", "rc11"};
  // What is not there need not be switched off.
  for (const std::string& option : kColumnOptions[column])
    if (help().find(option) != std::string::npos) options.push_back(option);
  return figureOf({fmt::format("awamoche/{}.c", subject.program), subject.flags}, options, kSeconds);
}

struct Agreement {
  unsigned figures = 0;
  unsigned equal = 0;
};

// "256 | =", or "256 | 24+250".
std::string cell(const Subject& subject, std::size_t column, bool isThere, Agreement& agreement) {
  std::string mine = "-";
  if (isThere) {
    const auto figure = figureIn(subject, column);
    const bool isEqual = figure == Figure{subject.complete, subject.blocked[column]};
    if (figure) mine = isEqual ? "=" : figure->text();
    ++agreement.figures;
    agreement.equal += isEqual ? 1 : 0;
  }
  return fmt::format(" {:>9} | {:<14}", grouped(subject.blocked[column]), mine);
}

}  // namespace

std::vector<Line> measureAwamoche() {
  std::vector<Line> lines;
  std::string head = fmt::format("{:<16} {:>8}", "blocked", "complete");
  std::array<bool, kColumns> isThere{};
  std::array<Agreement, kColumns> agreements;
  for (std::size_t i = 0; i < kColumns; ++i) {
    isThere[i] = hasColumn(i);
    head += fmt::format(" {:>9} | {:<14}", "paper", kColumnNames[i]);
  }
  lines.push_back({head, std::nullopt});
  for (const Subject& subject : subjects()) {
    std::string text = fmt::format("{:<16} {:>8}", subject.name, grouped(subject.complete));
    for (std::size_t i = 0; i < kColumns; ++i) text += cell(subject, i, isThere[i], agreements[i]);
    text.erase(text.find_last_not_of(' ') + 1);
    lines.push_back({text, std::nullopt});
  }
  for (std::size_t i = 0; i < kColumns; ++i) {
    const std::string what = fmt::format("{}: figures equal to the paper's", kColumnNames[i]);
    if (!isThere[i])
      lines.push_back({what, std::nullopt, Unit::Count, std::nullopt, "there is no such search"});
    else
      lines.push_back({what, static_cast<double>(agreements[i].equal), Unit::Count, exactly(agreements[i].figures),
                       fmt::format("of {}", agreements[i].figures)});
  }
  return lines;
}

}  // namespace heddle::bench
