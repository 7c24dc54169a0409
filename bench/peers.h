// Running the tools that Heddle is compared with.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "child.h"
#include "searches.h"

namespace heddle::bench {

// A program compiled to IR: what a tool costs on it has no compiler in it.
class IrFile {
 public:
  explicit IrFile(const Workload& workload);  // throws std::runtime_error
  const std::string& path() const { return path_; }

 private:
  ScratchFolder folder_;
  std::string path_;
};

// Peaks, in megabytes.
struct Memory {
  double own = 0;       // what the process allocates
  double resident = 0;  // with the pages of the libraries it has touched
};

struct PeerRun {
  std::uint64_t executions = 0;  // complete ones
  std::uint64_t blocked = 0;     // GenMC only
  double cpuSeconds = 0;         // beyond that of a program that does nothing
  double wallSeconds = 0;        // likewise
  Memory memory;
};

// -sc -optimal; the fastest of `tries`. Nothing if it is not installed or gives
// no answer: an error, or more time than it has.
std::optional<PeerRun> runNidhugg(const Workload& workload, int tries);

// GenMC under that model, without estimation, model detection and symmetry
// reduction; `options` are added. Its command is $GENMC, else genmc.
bool isGenmcInstalled();
std::optional<PeerRun> runGenmc(const Workload& workload, const std::string& model,
                                const std::vector<std::string>& options, int tries);

// Of `heddle check` with that search.
Memory heddleMemory(const Workload& workload, const std::string& search, const std::string& model = "sc");

}  // namespace heddle::bench
