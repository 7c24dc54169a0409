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
constexpr const char* kSeconds = "300";  // for one run

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
  return runChild({"timeout", kSeconds, "nidhugg", "-sc", "-optimal", transformed});
}

std::string genmc() {
  const char* const command = getenv("GENMC");
  return command == nullptr ? "genmc" : command;
}

ChildRun runGenmcOn(const Workload& workload, const std::string& model, const std::vector<std::string>& options) {
  std::vector<std::string> command{
      "timeout", kSeconds, genmc(), "-" + model, "-disable-sr", "-disable-estimation", "-disable-mm-detector"};
  command.insert(command.end(), options.begin(), options.end());
  command.push_back("--");
  command.insert(command.end(), workload.flags.begin(), workload.flags.end());
  command.push_back(programFile(workload.file));
  return runChild(command);
}

// What `run` does beyond an empty program: its fastest of `tries`.
template <typename Run>
std::optional<PeerRun> beyondEmpty(Run run, const char* countedAs, const Workload& workload, int tries) {
  const ChildRun empty = run(kEmpty);
  std::optional<PeerRun> best;
  for (int i = 0; i < tries; ++i) {
    const ChildRun child = run(workload);
    const auto executions = countIn(child.output, countedAs);
    if (!executions) return std::nullopt;
    const double seconds = std::max(child.cpuSeconds - empty.cpuSeconds, 1e-3);
    if (best && seconds >= best->cpuSeconds) continue;
    const std::uint64_t blocked = countIn(child.output, "Number of blocked executions seen: ").value_or(0);
    best = {*executions,
            blocked,
            seconds,
            std::max(child.wallSeconds - empty.wallSeconds, 1e-3),
            {child.ownMegabytes, child.residentMegabytes}};
  }
  return best;
}

Line peerLine(const char* name, bool isThere, const std::optional<PeerRun>& run, double heddlePerSecond) {
  if (!isThere) return {name, std::nullopt, Unit::PerSecond, std::nullopt, "not installed"};
  if (!run) return {name, std::nullopt, Unit::PerSecond, std::nullopt, "no answer"};
  const double perSecond = static_cast<double>(run->executions) / run->cpuSeconds;
  return {name, perSecond, Unit::PerSecond, std::nullopt,
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
  if (!isInstalled("nidhugg")) return std::nullopt;
  return beyondEmpty(runNidhuggOn, "Trace count: ", workload, tries);
}

bool isGenmcInstalled() { return isInstalled(genmc()); }

std::optional<PeerRun> runGenmc(const Workload& workload, const std::string& model,
                                const std::vector<std::string>& options, int tries) {
  if (!isGenmcInstalled()) return std::nullopt;
  const auto run = [&](const Workload& which) { return runGenmcOn(which, model, options); };
  return beyondEmpty(run, "Number of complete executions explored: ", workload, tries);
}

Memory heddleMemory(const Workload& workload, const std::string& search, const std::string& model) {
  const IrFile ir(workload);
  const ChildRun run =
      runChild({HEDDLE_TOOL, "check", "-j", "1", "--quiet", "--search", search, "--model", model, ir.path()});
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
    lines.push_back(
        peerLine("Nidhugg -sc -optimal", isInstalled("nidhugg"), runNidhugg(workload, 1), heddle.perSecond));
    lines.push_back(
        peerLine("GenMC -sc", isGenmcInstalled(), runGenmc(workload, "sc", {"-disable-ipr"}, 1), heddle.perSecond));
  }
  return lines;
}

}  // namespace heddle::bench
