// The same file under Nidhugg and GenMC, where they are installed.
//
// Each tool runs in the mode in which it explores sequential consistency with
// one execution a trace. Start-up is taken off with a program that does
// nothing; Heddle's time is measured in process, where there is none.
#include "peers.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "measure.h"
#include "rows.h"

namespace heddle::bench {
namespace {

const Workload kEmpty{"empty.c", {}};

std::optional<std::uint64_t> countIn(const std::string& output, const std::string& countedAs) {
  const std::size_t at = output.find(countedAs);
  if (at == std::string::npos) return std::nullopt;
  return std::strtoull(output.c_str() + at + countedAs.size(), nullptr, 10);
}

// What nidhuggc does once it has the IR. The transformation is not measured.
ChildRun runNidhuggOn(const Workload& workload) {
  const IrFile ir(workload);
  const ScratchFolder folder;
  const std::string transformed = folder.path() + "/transformed.ll";
  runChild({"nidhugg", "-sc", "-optimal", "-transform", transformed, ir.path()});
  return runChild({"nidhugg", "-sc", "-optimal", transformed});
}

ChildRun runGenmcOn(const Workload& workload) {
  std::vector<std::string> command{"genmc",        "-sc", "-disable-estimation", "-disable-mm-detector", "-disable-sr",
                                   "-disable-ipr", "--"};
  command.insert(command.end(), workload.flags.begin(), workload.flags.end());
  command.push_back(programFile(workload.file));
  return runChild(command);
}

struct Peer {
  const char* name;
  const char* command;
  ChildRun (*run)(const Workload& workload);
  const char* countedAs;
};

constexpr Peer kNidhugg{"Nidhugg -sc -optimal", "nidhugg", runNidhuggOn, "Trace count: "};
constexpr Peer kGenmc{"GenMC -sc", "genmc", runGenmcOn, "Number of complete executions explored: "};

std::optional<PeerRun> beyondEmpty(const Peer& peer, const Workload& workload, int tries) {
  if (!isInstalled(peer.command)) return std::nullopt;
  const ChildRun empty = peer.run(kEmpty);
  std::optional<PeerRun> best;
  for (int i = 0; i < tries; ++i) {
    const ChildRun run = peer.run(workload);
    const auto executions = countIn(run.output, peer.countedAs);
    if (!executions) return std::nullopt;
    const double seconds = std::max(run.cpuSeconds - empty.cpuSeconds, 1e-3);
    if (!best || seconds < best->cpuSeconds) best = {*executions, seconds, {run.ownMegabytes, run.residentMegabytes}};
  }
  return best;
}

Line peerLine(const Peer& peer, const Workload& workload, double heddlePerSecond) {
  if (!isInstalled(peer.command)) return {peer.name, std::nullopt, Unit::PerSecond, std::nullopt, "not installed"};
  const auto run = beyondEmpty(peer, workload, 1);
  if (!run) return {peer.name, std::nullopt, Unit::PerSecond, std::nullopt, "does not accept the program"};
  const double perSecond = static_cast<double>(run->executions) / run->cpuSeconds;
  return {peer.name, perSecond, Unit::PerSecond, std::nullopt,
          fmt::format("{} executions; Heddle is {:.1f} times as fast", run->executions, heddlePerSecond / perSecond)};
}

}  // namespace

IrFile::IrFile(const Workload& workload) : path_(folder_.path() + "/program.ll") {
  std::vector<std::string> command{"clang-19", "-g", "-S", "-emit-llvm"};
  command.insert(command.end(), workload.flags.begin(), workload.flags.end());
  command.insert(command.end(), {programFile(workload.file), "-o", path_});
  if (runChild(command).status != 0) throw std::runtime_error("clang-19 fails on " + workload.file);
}

std::optional<PeerRun> runNidhugg(const Workload& workload, int tries) {
  return beyondEmpty(kNidhugg, workload, tries);
}

Memory heddleMemory(const Workload& workload, const std::string& search) {
  const IrFile ir(workload);
  const ChildRun run = runChild({HEDDLE_TOOL, "check", "--quiet", "--search", search, ir.path()});
  if (run.status != 0) throw std::runtime_error("heddle does not find it safe: " + workload.file);
  return {run.ownMegabytes, run.residentMegabytes};
}

std::vector<Line> measurePeers() {
  const Workload workloads[] = {
      {"three_threads.c", {"-DCOUNT=4"}}, {"fibonacci.c", {"-DCOUNT=5"}}, {"mutex.c", {"-DCOUNT=4"}}};
  std::vector<Line> lines;
  for (const Workload& workload : workloads) {
    const Pace heddle = pace(workload, "optimal", 2);
    lines.push_back({fmt::format("{} {}: Heddle optimal", workload.file, fmt::join(workload.flags, " ")),
                     heddle.perSecond, Unit::PerSecond, std::nullopt,
                     fmt::format("{} executions", heddle.executions.total())});
    for (const Peer& peer : {kNidhugg, kGenmc}) lines.push_back(peerLine(peer, workload, heddle.perSecond));
  }
  return lines;
}

}  // namespace heddle::bench
