// The same file under Nidhugg and GenMC, where they are installed.
//
// Each tool runs in the mode in which it explores sequential consistency with
// one execution a trace. Start-up is taken off with a program that does
// nothing; Heddle is measured in process, where there is none.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "child.h"
#include "measure.h"
#include "rows.h"
#include "searches.h"

namespace heddle::bench {
namespace {

struct Peer {
  const char* name;
  const char* command;
  std::vector<std::string> before;  // goes before the file, after the -D flags if those come first
  bool flagsFirst;                  // nidhuggc: FLAGS -- OPTIONS FILE; genmc: OPTIONS -- FLAGS FILE
  const char* countedAs;
};

const std::vector<Peer>& peers() {
  static const std::vector<Peer> kPeers = {
      {"Nidhugg -sc -optimal", "nidhuggc", {"-sc", "-optimal"}, true, "Trace count: "},
      {"GenMC -sc",
       "genmc",
       {"-sc", "-disable-estimation", "-disable-mm-detector", "-disable-sr", "-disable-ipr"},
       false,
       "Number of complete executions explored: "},
  };
  return kPeers;
}

struct Workload {
  const char* file;
  std::vector<std::string> flags;
};

const std::vector<Workload>& workloads() {
  static const std::vector<Workload> kWorkloads = {
      {"three_threads.c", {"-DCOUNT=4"}}, {"fibonacci.c", {"-DCOUNT=5"}}, {"mutex.c", {"-DCOUNT=4"}}};
  return kWorkloads;
}

ChildRun runPeer(const Peer& peer, const std::string& file, const std::vector<std::string>& flags) {
  std::vector<std::string> command{peer.command};
  const auto add = [&](const std::vector<std::string>& more) {
    command.insert(command.end(), more.begin(), more.end());
  };
  add(peer.flagsFirst ? flags : peer.before);
  command.emplace_back("--");
  add(peer.flagsFirst ? peer.before : flags);
  command.push_back(programFile(file));
  return runChild(command);
}

std::optional<double> countIn(const std::string& output, const std::string& countedAs) {
  const std::size_t at = output.find(countedAs);
  if (at == std::string::npos) return std::nullopt;
  return std::strtod(output.c_str() + at + countedAs.size(), nullptr);
}

Line peerLine(const Peer& peer, const Workload& workload, double heddlePerSecond) {
  if (!isInstalled(peer.command)) return {peer.name, std::nullopt, Unit::PerSecond, std::nullopt, "not installed"};
  const double startUp = runPeer(peer, "empty.c", {}).cpuSeconds;
  const ChildRun run = runPeer(peer, workload.file, workload.flags);
  const auto executions = countIn(run.output, peer.countedAs);
  if (!executions) return {peer.name, std::nullopt, Unit::PerSecond, std::nullopt, "does not accept the program"};
  const double perSecond = *executions / std::max(run.cpuSeconds - startUp, 1e-3);
  return {peer.name, perSecond, Unit::PerSecond, std::nullopt,
          fmt::format("{:.0f} executions; Heddle is {:.1f} times as fast", *executions, heddlePerSecond / perSecond)};
}

}  // namespace

std::vector<Line> measurePeers() {
  std::vector<Line> lines;
  for (const Workload& workload : workloads()) {
    const Pace pace = naivePace(workload.file, workload.flags, 2);
    lines.push_back({fmt::format("{} {}: Heddle naive", workload.file, fmt::join(workload.flags, " ")), pace.perSecond,
                     Unit::PerSecond, std::nullopt,
                     fmt::format("{}{} executions", pace.isAll ? "" : "the first ", pace.executions)});
    for (const Peer& peer : peers()) lines.push_back(peerLine(peer, workload, pace.perSecond));
  }
  return lines;
}

}  // namespace heddle::bench
