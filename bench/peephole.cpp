// Table 1 of "Peephole partial order reduction" (TACAS 2008): time and conflicts of
// bounded checking with less and less reduction, at the paper's depths.
//
// The paper's solver and machine are others; what counts is that each question has its
// answer, and that both figures fall from column to column. A figure is the time of
// the solver with that of making the formula, and its conflicts.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <fstream>
#include <optional>
#include <stdexcept>

#include "child.h"
#include "measure.h"
#include "rows.h"
#include "searches.h"
#include "table.h"

namespace heddle::bench {
namespace {

constexpr std::size_t kColumns = 4;
constexpr std::array<const char*, kColumns> kReductions = {"none", "static", "simple", "full"};
constexpr const char* kSeconds = "60";  // for one figure

struct Subject {
  const char* name;
  const char* program;
  std::vector<std::string> flags;
  unsigned depth;
  bool isReachable;
  std::array<const char*, kColumns> paper;  // seconds
};

const std::vector<Subject>& subjects() {
  static const std::vector<Subject> kSubjects{
      {"phil2-pa", "philosophers", {"-DN=2", "-DPA"}, 15, false, {"0.3", "0.1", "0.1", "0.1"}},
      {"phil3-pa", "philosophers", {"-DN=3", "-DPA"}, 22, false, {"27", "6", "1.2", "0.7"}},
      {"phil4-pa", "philosophers", {"-DN=4", "-DPA"}, 29, false, {"69", "50", "26", "28"}},
      {"phil2-pb", "philosophers", {"-DN=2", "-DPB"}, 15, true, {"0.1", "0.1", "0.1", "0.1"}},
      {"phil3-pb", "philosophers", {"-DN=3", "-DPB"}, 22, true, {"1.7", "0.8", "0.4", "1.4"}},
      {"phil4-pb", "philosophers", {"-DN=4", "-DPB"}, 29, true, {"19", "17", "1.5", "2.9"}},
      {"indexer2", "indexer", {"-DN=2"}, 10, false, {"0.3", "0.2", "0.1", "0.1"}},
      {"indexer3", "indexer", {"-DN=3"}, 15, false, {"31", "23", "0.4", "0.3"}},
      {"indexer4", "indexer", {"-DN=4"}, 20, false, {"T/O", "1791", "1.2", "1.7"}},
      {"indexer5", "indexer", {"-DN=5"}, 25, false, {"T/O", "T/O", "5.1", "6.6"}},
      {"indexer2", "indexer", {"-DN=2"}, 11, true, {"3", "2", "0.4", "0.7"}},
      {"indexer3", "indexer", {"-DN=3"}, 16, true, {"22", "17", "4", "3"}},
      {"indexer4", "indexer", {"-DN=4"}, 21, true, {"179", "177", "12", "6"}},
      {"indexer5", "indexer", {"-DN=5"}, 26, true, {"T/O", "T/O", "38", "35"}},
  };
  return kSubjects;
}

struct Solved {
  double seconds;
  double conflicts;
};

// Nothing: not within the time.
std::optional<Solved> solved(const Subject& subject, const char* reduction) {
  const ScratchFolder folder;
  const std::string report = folder.path() + "/report.json";
  std::vector<std::string> command{HEDDLE_TOOL,    "bmc",    "--quiet", "--depth", fmt::format("{}", subject.depth),
                                   "--time-limit", kSeconds, "--por",   reduction, "--json",
                                   report};
  command.insert(command.end(), subject.flags.begin(), subject.flags.end());
  command.push_back(programFile(fmt::format("peephole/{}.c", subject.program)));
  if (runChild(command).status == 2) throw std::runtime_error(std::string("heddle does not accept ") + subject.program);
  std::ifstream file(report);
  const auto json = nlohmann::json::parse(file);
  const bool isReached = json.at("verdict") == "violation";
  if (!isReached && json.at("bounded").at("depth") != subject.depth) return std::nullopt;
  if (isReached != subject.isReachable)
    throw std::runtime_error(
        fmt::format("{} at {} steps with {}: the other answer", subject.name, subject.depth, reduction));
  return Solved{json.at("seconds").at("solve"), json.at("bounded").at("looks").back().at("conflicts")};
}

std::string text(const std::optional<Solved>& figure) {
  return figure ? fmt::format("{:.1f} s, {}", figure->seconds, grouped(figure->conflicts)) : std::string("-");
}

}  // namespace

std::vector<Line> measurePeephole() {
  std::vector<Line> lines;
  std::string head = fmt::format("{:<14}", "depth");
  for (const char* const reduction : kReductions) head += fmt::format(" {:>5} | {:<16}", "paper", reduction);
  lines.push_back({head, std::nullopt});
  std::array<double, kColumns> conflicts{};  // of what all columns have solved
  unsigned withFull = 0;
  for (const Subject& subject : subjects()) {
    std::array<std::optional<Solved>, kColumns> figures;
    for (std::size_t i = 0; i < kColumns; ++i) figures[i] = solved(subject, kReductions[i]);
    std::string line = fmt::format("{} {} {:<3}", subject.name, subject.depth, subject.isReachable ? "yes" : "no");
    for (std::size_t i = 0; i < kColumns; ++i)
      line += fmt::format(" {:>5} | {:<16}", subject.paper[i], text(figures[i]));
    lines.push_back({line, std::nullopt});
    withFull += figures.back() ? 1 : 0;
    if (!figures.front()) continue;
    for (std::size_t i = 0; i < kColumns; ++i) conflicts[i] += figures[i] ? figures[i]->conflicts : 0;
  }
  for (std::size_t i = 0; i < kColumns; ++i)
    lines.push_back({fmt::format("conflicts of what none solves in {} s, with {}", kSeconds, kReductions[i]),
                     conflicts[i], Unit::Count});
  lines.push_back({fmt::format("full: solved in {} s", kSeconds), static_cast<double>(withFull), Unit::Count,
                   exactly(static_cast<double>(subjects().size())), fmt::format("of {}", subjects().size())});
  return lines;
}

}  // namespace heddle::bench
