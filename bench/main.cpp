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
    {"start", "from the command line to the first execution", measureStart},
    {"peers", "executions per second beside Nidhugg and GenMC, where installed", measurePeers},
};

void printRows(std::FILE* stream) {
  fmt::print(stream, "usage: ./x bench [ROW…]\n\n");
  for (const Row& row : rows()) fmt::print(stream, "  {:<11} {}\n", row.name, row.what);
}

int run(const std::set<std::string>& wanted) {
  Table table;
  table.printHead();
  for (const Row& row : rows()) {
    if (!wanted.empty() && !wanted.contains(std::string(row.name))) continue;
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
    for (const Row& row : rows()) known |= row.name == name;
    if (known) continue;
    fmt::print(stderr, "heddle_bench: no row is called \"{}\"\n", name);
    printRows(stderr);
    return 2;
  }
  return run(wanted);
}
