#include "child.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace heddle::bench {
namespace {

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

[[noreturn]] void becomeChild(const std::vector<char*>& arguments,
                              const std::vector<std::pair<std::string, std::string>>& settings, int output) {
  for (const auto& [name, value] : settings) setenv(name.c_str(), value.c_str(), 1);
  dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  execvp(arguments[0], arguments.data());
  _exit(127);
}

std::string readAll(int descriptor) {
  std::string text;
  char buffer[4096];
  while (true) {
    const ssize_t got = read(descriptor, buffer, sizeof(buffer));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(buffer, static_cast<std::size_t>(got));
  }
}

// Looks at a process every millisecond while it runs: the kernel keeps the
// peak of its resident memory, but not without the libraries it maps.
class MemoryWatch {
 public:
  explicit MemoryWatch(pid_t process)
      : thread_([this, process](const std::stop_token& stop) {
          while (!stop.stop_requested()) {
            peak_ = std::max(peak_, anonymousMegabytes(process));
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
          }
        }) {}

  double stop() {
    thread_.request_stop();
    thread_.join();
    return peak_;
  }

 private:
  static double anonymousMegabytes(pid_t process) {
    std::ifstream status("/proc/" + std::to_string(process) + "/status");
    for (std::string line; std::getline(status, line);)
      if (line.starts_with("RssAnon:")) return std::strtod(line.c_str() + 8, nullptr) / 1024;
    return 0;  // it has ended
  }

  double peak_ = 0;
  std::jthread thread_;  // after what it uses
};

}  // namespace

ChildRun runChild(const std::vector<std::string>& arguments,
                  const std::vector<std::pair<std::string, std::string>>& settings) {
  std::vector<char*> pointers;
  for (const std::string& argument : arguments) pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  const auto start = std::chrono::steady_clock::now();
  const pid_t child = fork();
  if (child == 0) becomeChild(pointers, settings, ends[1]);
  close(ends[1]);
  ChildRun run;
  if (child > 0) {
    MemoryWatch watch(child);
    run.output = readAll(ends[0]);
    run.ownMegabytes = watch.stop();
  }
  close(ends[0]);
  int status = 0;
  rusage usage{};
  if (child < 0 || wait4(child, &status, 0, &usage) != child) throw std::runtime_error("cannot run " + arguments[0]);
  run.wallSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  run.cpuSeconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  run.residentMegabytes = static_cast<double>(usage.ru_maxrss) / 1024;  // in KiB on Linux
  run.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (run.status == 127) throw std::runtime_error("cannot run " + arguments[0]);
  return run;
}

bool isInstalled(const std::string& program) {
  if (program.find('/') != std::string::npos) return access(program.c_str(), X_OK) == 0;
  const char* const path = getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((folder + "/" + program).c_str(), X_OK) == 0) return true;
  return false;
}

ScratchFolder::ScratchFolder() : path_((std::filesystem::temp_directory_path() / "heddle-bench-XXXXXX").string()) {
  if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("cannot make a folder like " + path_);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;  // what is left is in the temporary folder
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace heddle::bench
