// Other programs: the tool itself, compilers, peers. What they cost is the CPU
// time of the process and of all it waited for, and its memory.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace heddle::bench {

struct ChildRun {
  int status = -1;  // exit code; 128 + signal
  double cpuSeconds = 0;
  double wallSeconds = 0;
  double residentMegabytes = 0;  // the peak, of the largest of these processes
  double ownMegabytes = 0;       // of these, not backed by a file: the peak of the process itself, sampled
  std::string output;            // standard output and standard error
};

// Throws std::runtime_error if it cannot be started. `settings` are added to
// the environment.
ChildRun runChild(const std::vector<std::string>& arguments,
                  const std::vector<std::pair<std::string, std::string>>& settings = {});

// Whether a program of that name is in PATH, or at that path.
bool isInstalled(const std::string& program);

// A folder that is gone with the object.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace heddle::bench
