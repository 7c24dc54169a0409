// heddle_bench [ROW…]: measures all rows or those named, prints one table.
//
// The exit code does not depend on the figures: a busy machine is no reason
// for a build to fail. 2 means an unknown row.
#include <fmt/format.h>

#include <exception>
#include <set>
#include <string>

#include "rows.h"

namespace heddle::bench {
namespace {

constexpr Row kRows[] = {
    {"operation", "a visible operation that is recorded and stays on the same thread", measureOperation},
    {"switch", "a fiber switch", measureSwitch},
    {"reset", "reset and restart of a program with three threads", measureReset},
    {"naive", "naive search on three threads of three atomic operations", measureNaive},
    {"plain", "a plain access on the fast path under --plain race", measurePlain},
    {"sequential", "sequential array work, compared with clang -O1", measureSequential},
    {"phase", "a long phase of a single thread, under rc11 and sc", measurePhase},
    {"start", "from the command line to the first execution", measureStart},
    {"start-sets", "the same for a hundred sets of headers, after the first time", measureStartSets, "", true},
    {"peers", "executions per second beside Nidhugg and GenMC, where installed", measurePeers},
    {"tables", "Tables 1 to 4 of Source Sets, beside the paper", measureSourceSets, "source-sets"},
    {"traces", "optimal beside Nidhugg: traces, rate, memory", measureTraces, "source-sets"},
    {"length", "the cost of an execution as it grows", measureLength, "source-sets"},
    {"estimate", "estimates of the number of executions, beside the number", measureEstimate, "", true},
    {"godot", "Tables I and II of Awaiting for Godot, beside the paper and Nidhugg", measureGodot, "", true},
    {"godot-long", "those figures of them that take minutes", measureGodotLong, "", true},
    {"awamoche", "Tables 1 and 2 of Awamoche, beside the paper", measureAwamoche, "", true},
    {"guided", "figures of Assertion guided abstraction, beside the paper", measureGuided, "", true},
    {"guided-long", "its larger programs, each search for a minute", measureGuidedLong, "", true},
    {"peephole", "Table 1 of Peephole partial order reduction, beside the paper", measurePeephole, "", true},
    {"graphs", "execution graphs under sc and rc11 beside GenMC: counts, rate", measureGraphs, "", true},
    {"parallel", "two processes beside one, and GenMC's two threads beside its one", measureParallel, "", true},
    {"ranks", "up to 10,000 ranks, simulated on recorded trees", measureRanks, "", true},
    {"graph-length", "the cost of an execution graph as it grows", measureGraphLength, "", true},
    {"tables-long", "those figures of Tables 1 to 4 that take minutes", measureSourceSetsLong, "", true},
};

void printRows(std::FILE* stream) {
  fmt::print(stream, "usage: ./x bench [ROW…]\n\n");
  for (const Row& row : rows()) {
    std::string more = row.group.empty() ? "" : fmt::format(" (in {})", row.group);
    if (row.isOnlyOnRequest) more += " (only when named)";
    fmt::print(stream, "  {:<12} {}{}\n", row.name, row.what, more);
  }
}

bool isNamedBy(const std::string& word, const Row& row) {
  return word == row.name || (!row.group.empty() && word == row.group);
}

bool isWanted(const Row& row, const std::set<std::string>& wanted) {
  if (wanted.empty()) return !row.isOnlyOnRequest;
  for (const std::string& word : wanted)
    if (isNamedBy(word, row)) return true;
  return false;
}

int run(const std::set<std::string>& wanted) {
  Table table;
  table.printHead();
  for (const Row& row : rows()) {
    if (!isWanted(row, wanted)) continue;
    try {
      table.print(std::string(row.name), row.measure());
    } catch (const std::exception& problem) {
      table.printFailure(std::string(row.name), problem.what());
    }
  }
  table.printFoot();
  return 0;
}

}  // namespace

std::span<const Row> rows() { return kRows; }

}  // namespace heddle::bench

int main(int argc, char** argv) {
  using namespace heddle::bench;
  std::set<std::string> wanted(argv + 1, argv + argc);
  if (wanted.contains("--help") || wanted.contains("-h")) {
    printRows(stdout);
    return 0;
  }
  for (const std::string& name : wanted) {
    bool known = false;
    for (const Row& row : rows()) known |= isNamedBy(name, row);
    if (known) continue;
    fmt::print(stderr, "heddle_bench: no row is called \"{}\"\n", name);
    printRows(stderr);
    return 2;
  }
  return run(wanted);
}
