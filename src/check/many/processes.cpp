#include "check/many/processes.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <vector>

namespace heddle::check {
namespace {

constexpr int kTickMilliseconds = 100;
constexpr std::size_t kBytesAtOnce = 65536;

struct Process {
  pid_t pid = 0;
  int pipe = -1;
  std::size_t piece = 0;
  std::string answer;
};

[[noreturn]] void performAndEnd(const Work& work, std::size_t piece, int pipe, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);  // it ended before that held
  const std::string answer = work.perform(piece);
  for (std::size_t done = 0; done < answer.size();) {
    const ssize_t now = write(pipe, answer.data() + done, answer.size() - done);
    if (now < 0 && errno != EINTR) _exit(1);
    done += static_cast<std::size_t>(std::max<ssize_t>(now, 0));
  }
  _exit(0);
}

std::string howItEnded(int status) {
  if (WIFSIGNALED(status))
    return fmt::format("was ended by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  return WEXITSTATUS(status) == 0 ? "" : fmt::format("ended with exit status {}", WEXITSTATUS(status));
}

class Pool {
 public:
  explicit Pool(const Work& work) : work_(work) {}

  void run() {
    std::size_t next = 0;
    while (true) {
      const bool isInterrupted = work_.interrupted && work_.interrupted();
      if (isInterrupted) endAll();
      while (!isInterrupted && next < work_.count && running_.size() < std::max(work_.atOnce, 1U)) start(next++);
      if (running_.empty()) return;
      await();
      if (work_.tick) work_.tick();
    }
  }

 private:
  void start(std::size_t piece) {
    if (work_.begins) work_.begins(piece);
    int pipe[2];
    if (pipe2(pipe, O_CLOEXEC) != 0)
      return work_.ends(piece, "", std::string("could not begin: ") + std::strerror(errno));
    std::fflush(nullptr);  // or the other process has it as well
    const pid_t self = getpid(), child = fork();
    if (child == 0) performAndEnd(work_, piece, pipe[1], self);
    const int error = errno;
    close(pipe[1]);
    if (child < 0) {
      close(pipe[0]);
      return work_.ends(piece, "", std::string("could not begin: ") + std::strerror(error));
    }
    running_.push_back({child, pipe[0], piece, {}});
  }

  // Reads for a while what processes have to say; those that say no more have ended.
  void await() {
    std::vector<pollfd> waiting;
    for (const Process& process : running_) waiting.push_back({process.pipe, POLLIN, 0});
    if (poll(waiting.data(), waiting.size(), kTickMilliseconds) <= 0) return;
    std::vector<Process> ended;
    for (std::size_t i = waiting.size(); i-- > 0;) {
      if (waiting[i].revents == 0 || takes(running_[i])) continue;
      ended.push_back(std::move(running_[i]));
      running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    std::ranges::sort(ended, {}, &Process::piece);
    for (Process& process : ended) end(process);
  }

  // Whether there may be more.
  static bool takes(Process& process) {
    char buffer[kBytesAtOnce];
    const ssize_t count = read(process.pipe, buffer, sizeof buffer);
    if (count > 0) process.answer.append(buffer, static_cast<std::size_t>(count));
    return count > 0 || (count < 0 && errno == EINTR);
  }

  void end(Process& process) {
    close(process.pipe);
    int status = 0;
    while (waitpid(process.pid, &status, 0) < 0 && errno == EINTR) continue;
    work_.ends(process.piece, std::move(process.answer), howItEnded(status));
  }

  void endAll() {
    if (areEnding_) return;
    areEnding_ = true;
    for (const Process& process : running_) kill(process.pid, SIGTERM);
  }

  const Work& work_;
  std::vector<Process> running_;
  bool areEnding_ = false;
};

}  // namespace

void inProcesses(const Work& work) { Pool(work).run(); }

}  // namespace heddle::check
