// The figures of "Assertion Guided Abstraction: A Cooperative Optimization for
// Dynamic Partial Order Reduction" (ASE 2014), with Heddle's beside the paper's.
//
// The paper's three columns are traces (DPOR), traces of what can break an
// assertion or end in a deadlock (predicated DPOR), and the same with critical
// section peeking and write-write pruning. A figure is the number of executions
// explored, those that go wrong included.
//
// Where the paper prints the program, its figures must be equal. Of the rest of
// Table 2 it has the names only: there the shape counts, in which columns the
// figure falls. Its larger programs are replaced by four of the same kinds, and
// what counts is how many executions are saved.
#include <fmt/format.h>

#include <array>
#include <cstdint>

#include "figures.h"
#include "rows.h"

namespace heddle::bench {
namespace {

constexpr std::size_t kColumns = 3;
constexpr std::size_t kOptimal = 0, kPredicate = 1, kGuided = 2;
constexpr std::array<const char*, kColumns> kColumnNames = {"optimal", "predicate", "guided"};
const std::array<std::vector<std::string>, kColumns> kColumnOptions = {{
    {"--model", "sc", "--search", "optimal"},
    {"--model", "sc", "--search", "optimal", "--dependence", "predicate"},
    {"--model", "sc", "--search", "guided"},
}};
constexpr const char* kSeconds = "60";  // for one figure

struct Subject {
  const char* name;
  const char* program;
  std::vector<std::string> flags;
  std::array<double, kColumns> paper;  // 0: not in the paper
};

const std::vector<Subject>& printedSubjects() {
  static const std::vector<Subject> kSubjects{
      {"Fig. 7", "fig7", {}, {3, 0, 0}},
      {"Fig. 8", "fig8", {}, {12'870, 0, 1}},
      {"Fig. 9", "fig9", {}, {6, 0, 2}},
      {"IndexerSafe12", "indexer_safe", {"-DTHREADS=12"}, {8, 8, 1}},
      {"IndexerSafe13", "indexer_safe", {"-DTHREADS=13"}, {64, 64, 1}},
      {"IndexerSafe14", "indexer_safe", {"-DTHREADS=14"}, {512, 512, 1}},
      {"IndexerSafe15", "indexer_safe", {"-DTHREADS=15"}, {4'096, 4'096, 1}},
  };
  return kSubjects;
}

const std::vector<Subject>& namedSubjects() {
  static const std::vector<Subject> kSubjects{
      {"AccountBad", "account_bad", {}, {4, 4, 3}},
      {"BluetoothBad", "bluetooth_bad", {}, {23, 9, 9}},
      {"ReadReadWrite", "read_read_write", {}, {7, 3, 3}},
      {"ReadWriteLock", "read_write_lock", {}, {1'983, 28, 28}},
      {"Stateful", "stateful", {}, {6, 6, 2}},
  };
  return kSubjects;
}

// In place of nbds, pfscan and nedmalloc.
constexpr std::array kLargerPrograms = {"hash_table", "skip_list", "file_scanner", "caching_allocator"};

Workload workloadOf(const char* program, const std::vector<std::string>& flags = {}) {
  return {fmt::format("guided/{}.c", program), flags};
}

// Nothing: not within the time.
using Figures = std::array<std::optional<Figure>, kColumns>;

Figures figuresOf(const Subject& subject) {
  Figures figures;
  for (std::size_t i = 0; i < kColumns; ++i)
    figures[i] = figureOf(workloadOf(subject.program, subject.flags), kColumnOptions[i], kSeconds);
  return figures;
}

std::string paperText(double executions) { return executions == 0 ? "-" : grouped(executions); }

bool isEqual(const std::optional<Figure>& figure, double paper) { return figure && figure->total() == paper; }

// "=", or "212".
std::string text(const std::optional<Figure>& figure, double paper) {
  if (!figure) return "not in " + std::string(kSeconds) + " s";
  return isEqual(figure, paper) ? "=" : grouped(figure->total());
}

Line headOf(const char* title) {
  std::string head = fmt::format("{:<17}", title);
  for (const char* const name : kColumnNames) head += fmt::format(" {:>9} | {:<12}", "paper", name);
  head.erase(head.find_last_not_of(' ') + 1);
  return {head, std::nullopt};
}

Line lineOf(const Subject& subject, const Figures& figures) {
  std::string line = fmt::format("{:<17}", subject.name);
  for (std::size_t i = 0; i < kColumns; ++i)
    line += fmt::format(" {:>9} | {:<12}", paperText(subject.paper[i]), text(figures[i], subject.paper[i]));
  line.erase(line.find_last_not_of(' ') + 1);
  return {line, std::nullopt};
}

void measurePrinted(std::vector<Line>& lines) {
  lines.push_back(headOf("printed"));
  unsigned all = 0, equal = 0;
  for (const Subject& subject : printedSubjects()) {
    const Figures figures = figuresOf(subject);
    lines.push_back(lineOf(subject, figures));
    for (std::size_t i = 0; i < kColumns; ++i) {
      if (subject.paper[i] == 0) continue;
      ++all;
      equal += isEqual(figures[i], subject.paper[i]) ? 1 : 0;
    }
  }
  lines.push_back({"printed: figures equal to the paper's", static_cast<double>(equal), Unit::Count, exactly(all),
                   fmt::format("of {}", all)});
}

// Whether the figure falls from one column to the next if the paper's does, and only then.
bool hasShape(const Subject& subject, const Figures& figures, std::size_t column) {
  if (!figures[column] || !figures[column + 1]) return false;
  const bool falls = figures[column + 1]->total() < figures[column]->total();
  return falls == (subject.paper[column + 1] < subject.paper[column]);
}

void measureNamed(std::vector<Line>& lines) {
  lines.push_back(headOf("named only"));
  unsigned all = 0, alike = 0;
  for (const Subject& subject : namedSubjects()) {
    const Figures figures = figuresOf(subject);
    lines.push_back(lineOf(subject, figures));
    for (std::size_t i = 0; i + 1 < kColumns; ++i) {
      ++all;
      alike += hasShape(subject, figures, i) ? 1 : 0;
    }
  }
  // All but one: see AccountBad in docs/benchmarks.md.
  lines.push_back({"named only: columns that fall, or not, as the paper's", static_cast<double>(alike), Unit::Count,
                   atLeast(all - 1), fmt::format("of {}", all)});
}

// Where `guided` needs one execution, the others get so many.
constexpr double kBound = 1'000;
constexpr double kAtLeastFewer = 100;

using Reaches = std::array<Reached, kColumns>;

// `isBounded`: by executions, so that it does not take minutes. Otherwise by time alone.
Reaches reachesOf(const char* program, bool isBounded) {
  Reaches reaches;
  reaches[kGuided] = reachedBy(workloadOf(program), kColumnOptions[kGuided], kSeconds);
  for (const std::size_t column : {kOptimal, kPredicate}) {
    std::vector<std::string> options = kColumnOptions[column];
    if (isBounded) {
      const auto bound = static_cast<std::uint64_t>(kBound * reaches[kGuided].figure.total());
      options.insert(options.end(), {"--bound-executions", std::to_string(bound)});
    }
    reaches[column] = reachedBy(workloadOf(program), options, kSeconds);
  }
  return reaches;
}

// "54", "> 54,000": it was stopped there.
std::string text(const Reached& reached) { return (reached.why.empty() ? "" : "> ") + grouped(reached.figure.total()); }

// Without a value if guided was stopped, too.
Line ratioOf(const char* program, const Reaches& reaches) {
  const Reached &optimal = reaches[kOptimal], &guided = reaches[kGuided];
  Line line{fmt::format("{}: executions, optimal / guided", program), std::nullopt, Unit::Times, atLeast(kAtLeastFewer),
            optimal.why.empty() ? "" : "optimal was stopped there"};
  if (guided.why.empty()) line.value = optimal.figure.total() / guided.figure.total();
  return line;
}

std::vector<Line> measureLarger(bool isBounded) {
  std::string head = fmt::format("{:<17}", "larger");
  for (const char* const name : kColumnNames) head += fmt::format(" {:>12}", name);
  std::vector<Line> lines{{head, std::nullopt}};
  std::vector<Line> ratios;
  unsigned stopped = 0, whole = 0;
  for (const char* const program : kLargerPrograms) {
    const Reaches reaches = reachesOf(program, isBounded);
    std::string line = fmt::format("{:<17}", program);
    for (const Reached& reached : reaches) line += fmt::format(" {:>12}", text(reached));
    lines.push_back({line, std::nullopt});
    stopped += reaches[kOptimal].why.empty() ? 0 : 1;
    whole += reaches[kGuided].why.empty() ? 1 : 0;
    ratios.push_back(ratioOf(program, reaches));
  }
  lines.insert(lines.end(), ratios.begin(), ratios.end());
  const std::string of = fmt::format("of {}", kLargerPrograms.size());
  if (!isBounded)
    lines.push_back({fmt::format("larger: programs that optimal does not end in {} s", kSeconds),
                     static_cast<double>(stopped), Unit::Count, exactly(kLargerPrograms.size()), of});
  lines.push_back({"larger: programs that guided explores to the end", static_cast<double>(whole), Unit::Count,
                   exactly(kLargerPrograms.size()), of});
  return lines;
}

}  // namespace

std::vector<Line> measureGuided() {
  std::vector<Line> lines;
  measurePrinted(lines);
  measureNamed(lines);
  const std::vector<Line> larger = measureLarger(true);
  lines.insert(lines.end(), larger.begin(), larger.end());
  return lines;
}

std::vector<Line> measureGuidedLong() { return measureLarger(false); }

}  // namespace heddle::bench
