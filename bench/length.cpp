// How the cost of an execution grows with its length, under `optimal` and for
// execution graphs under `trust`.
//
// The first executions of a program that has far too many are run, and the time
// is divided by their number: what the search does after an execution (races,
// wakeup sequences) is then in it, compiling is not.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "measure.h"
#include "rows.h"
#include "searches.h"

namespace heddle::bench {
namespace {

constexpr unsigned kLengths[] = {100, 1'000, 10'000};
constexpr unsigned kExecutions = 10;
constexpr double kQuadratic = 100;  // times the time for ten times the length
constexpr double kTooLong = 20e-3;  // seconds of an execution: ten times the length could take minutes

struct Searched {
  const char* name;
  const char* search;
  const char* model;
  std::vector<std::string> flags = {};
};

double secondsOfExecution(const Searched& searched, unsigned operations, unsigned words) {
  std::vector<std::string> flags = searched.flags;
  flags.push_back(fmt::format("-DCOUNT={}", operations / 2));
  flags.push_back(fmt::format("-DWORDS={}", words));
  const auto program = loadProgram("length.c", flags);
  explore::Limits limits;
  limits.boundExecutions = kExecutions;
  double best = 0;
  for (double spent = 0; spent < 0.2;) {
    const double before = threadSeconds();
    explored(*program, searched.search, limits, searched.model);
    const double time = (threadSeconds() - before) / kExecutions;
    best = spent == 0 ? time : std::min(best, time);
    spent += time * kExecutions;
  }
  return best;
}

void measureShape(const Searched& searched, const std::string& shape, unsigned (*wordsFor)(unsigned operations),
                  std::vector<Line>& lines) {
  double shorter = 0;
  for (const unsigned operations : kLengths) {
    const double time = secondsOfExecution(searched, operations, wordsFor(operations));
    lines.push_back({fmt::format("{}{}: {} operations", searched.name, shape, grouped(operations)), time * 1e6,
                     Unit::Microseconds, std::nullopt, fmt::format("{:.0f} ns an operation", time * 1e9 / operations)});
    if (shorter > 0)
      lines.push_back({"  times that of a tenth", time / shorter, Unit::Times, atMost(kQuadratic), "quadratic: 100"});
    shorter = time;
    if (time > kTooLong) break;
  }
}

std::vector<Line> measureLengthOf(const Searched& searched) {
  std::vector<Line> lines;
  measureShape(searched, "one word", [](unsigned) { return 1U; }, lines);
  measureShape(searched, "10 words", [](unsigned) { return 10U; }, lines);
  measureShape(searched, "a race at every operation", [](unsigned operations) { return operations / 2; }, lines);
  return lines;
}

}  // namespace

std::vector<Line> measureLength() { return measureLengthOf({"", "optimal", "sc"}); }

std::vector<Line> measureGraphLength() {
  const Searched all[] = {
      {"sc, ", "trust", "sc"},
      {"sc, loads first, ", "trust", "sc", {"-DLOADS_FIRST"}},
      {"rc11, ", "trust", "rc11"},
      {"rc11, loads first, ", "trust", "rc11", {"-DLOADS_FIRST"}},
      {"rc11, orders mixed, ", "trust", "rc11", {"-DLOAD_ORDER=memory_order_acquire"}},
  };
  std::vector<Line> lines;
  for (const Searched& searched : all) {
    const std::vector<Line> more = measureLengthOf(searched);
    lines.insert(lines.end(), more.begin(), more.end());
  }
  return lines;
}

}  // namespace heddle::bench
