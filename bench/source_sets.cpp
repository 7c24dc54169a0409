// Tables 1 to 4 of "Source Sets: A Foundation for Optimal Dynamic Partial Order
// Reduction" (JACM 2017), with Heddle's figures beside the paper's.
//
// A figure is the number of executions explored, redundant (sleep-set blocked)
// ones included. That of `optimal` is a property of the program and must be
// equal. Those of `classic` and `source` depend on the order in which processes
// are scheduled, and on Erlang's processes and messages in place of threads and
// locks: they are there to compare.
#include <fmt/format.h>

#include <array>

#include "measure.h"
#include "peers.h"
#include "rows.h"
#include "searches.h"

namespace heddle::bench {
namespace {

constexpr std::array kSearches = {"classic", "source", "optimal"};
constexpr std::size_t kOptimal = 2;

struct PaperRow {
  unsigned size;
  std::array<double, 3> executions;  // in the order of kSearches; 0: not in the paper
  // Whether a search takes longer than a few seconds here.
  std::array<bool, 3> isLong = {false, false, false};
};

struct PaperTable {
  const char* title;
  const char* program;
  std::vector<PaperRow> rows;
};

const std::vector<PaperTable>& paperTables() {
  static const std::vector<PaperTable> kTables{
      {"Table 1, Fig. 10",
       "groups",
       {{1, {0, 8, 5}},
        {2, {0, 20, 9}},
        {3, {0, 41, 13}},
        {4, {0, 78, 17}},
        {5, {0, 145, 21}},
        {6, {0, 268, 25}},
        {7, {0, 373, 29}},
        {8, {0, 674, 33}},
        {9, {0, 1'222, 37}}}},
      {"Table 2, Fig. 12",
       "wakeup_stress",
       {{1, {0, 2, 2}},
        {2, {0, 4, 4}},
        {3, {0, 12, 12}},
        {4, {0, 48, 48}},
        {5, {0, 240, 240}},
        {6, {0, 1'440, 1'440}},
        {7, {0, 10'080, 10'080}},
        {8, {0, 80'640, 80'640}},
        {9, {0, 725'760, 725'760}, {true, true, true}}}},
      {"Table 3", "filesystem", {{14, {4, 2, 2}}, {16, {64, 8, 8}}, {18, {1'024, 32, 32}}, {19, {4'096, 64, 64}}}},
      {"Table 3", "indexer", {{12, {78, 8, 8}}, {15, {341'832, 4'096, 4'096}}}},
      {"Table 4, Fig. 13",
       "readers",
       {{2, {5, 4, 4}}, {8, {3'281, 256, 256}}, {13, {797'162, 8'192, 8'192}, {true, false, false}}}},
      {"Table 4, Fig. 11",
       "lastzero",
       {{5, {241, 79, 64}}, {10, {53'198, 7'204, 3'328}}, {15, {9'378'091, 302'587, 147'456}, {true, true, false}}}},
  };
  return kTables;
}

Workload workloadOf(const PaperTable& table, const PaperRow& row) {
  return {fmt::format("source_sets/{}.c", table.program), {fmt::format("-DN={}", row.size), "-DBY_NAME"}};
}

std::string figure(double executions) { return executions == 0 ? "-" : grouped(executions); }

// "53,198 | 19,158 (3,328 + 15,830)": the paper's figure, Heddle's if it differs.
std::string cell(double paper, const core::ExecutionCounts& counts) {
  const auto mine = static_cast<double>(counts.total());
  if (mine == paper) return fmt::format("{:>9} | {:<31}", figure(paper), "=");
  return fmt::format("{:>9} | {:<31}", figure(paper),
                     fmt::format("{} ({} + {})", grouped(mine), grouped(static_cast<double>(counts.complete)),
                                 grouped(static_cast<double>(counts.redundant))));
}

struct Agreement {
  unsigned figures = 0;
  unsigned equal = 0;
};

std::string rowText(const PaperTable& table, const PaperRow& row, bool isLongToo,
                    std::array<Agreement, 3>& agreements) {
  std::string text = fmt::format("{:<18}", fmt::format("{}({})", table.program, row.size));
  const auto program = loadProgram(workloadOf(table, row).file, workloadOf(table, row).flags);
  for (std::size_t i = 0; i < kSearches.size(); ++i) {
    if (row.isLong[i] && !isLongToo) {
      text += fmt::format(" {:>9} | {:<31}", figure(row.executions[i]), "(tables-long)");
      continue;
    }
    const core::Outcome outcome = explored(*program, kSearches[i]);
    text += " " + cell(row.executions[i], outcome.executions);
    if (row.executions[i] == 0) continue;
    ++agreements[i].figures;
    agreements[i].equal += static_cast<double>(outcome.executions.total()) == row.executions[i] ? 1 : 0;
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

std::vector<Line> measureTables(bool isLongToo) {
  std::vector<Line> lines;
  std::array<Agreement, 3> agreements;
  for (const PaperTable& table : paperTables()) {
    std::string head = fmt::format("{:<18}", table.title);
    for (const char* const search : kSearches) head += fmt::format(" {:>9} | {:<31}", "paper", search);
    head.erase(head.find_last_not_of(' ') + 1);
    std::vector<Line> body;
    for (const PaperRow& row : table.rows) {
      const bool hasLong = row.isLong[0] || row.isLong[1] || row.isLong[2];
      if (hasLong || !isLongToo) body.push_back({rowText(table, row, isLongToo, agreements), std::nullopt});
    }
    if (body.empty()) continue;
    lines.push_back({head, std::nullopt});
    lines.insert(lines.end(), body.begin(), body.end());
  }
  for (std::size_t i = 0; i < kSearches.size(); ++i) {
    const std::string what = fmt::format("{}: figures equal to the paper's", kSearches[i]);
    const Agreement& agreement = agreements[i];
    lines.push_back({what, static_cast<double>(agreement.equal), Unit::Count,
                     i == kOptimal ? std::optional(exactly(agreement.figures)) : std::nullopt,
                     fmt::format("of {}", agreement.figures)});
  }
  return lines;
}

}  // namespace

std::vector<Line> measureSourceSets() { return measureTables(false); }

std::vector<Line> measureSourceSetsLong() {
  std::vector<Line> lines = measureTables(true);
  const Memory memory = heddleMemory({"source_sets/wakeup_stress.c", {"-DN=9"}}, "optimal");
  lines.push_back({"wakeup_stress(9), optimal: memory", memory.resident, Unit::Megabytes, atMost(100),
                   fmt::format("{:.1f} MB of its own; the paper has 8,364 MB", memory.own)});
  return lines;
}

}  // namespace heddle::bench
