// One poll loop over the pipes of all running children; no threads.
#include "frontend/process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/check.h"

namespace heddle::frontend {
namespace {

constexpr std::size_t kPipeBytes = 65536;  // what a pipe holds on Linux

// A descriptor that closes itself.
class Fd {
 public:
  explicit Fd(int fd = -1) : fd_(fd) {}
  Fd(Fd&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
  Fd& operator=(Fd&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Fd() { close(); }

  int get() const { return fd_; }
  bool open() const { return fd_ >= 0; }
  void close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }

 private:
  int fd_;
};

struct Pipe {
  Fd reader, writer;
};

// Close-on-exec, or each child would hold the others' pipes open.
Pipe makePipe() {
  int fds[2];
  HEDDLE_CHECK_NOTE(pipe2(fds, O_CLOEXEC) == 0, std::strerror(errno));
  return {Fd(fds[0]), Fd(fds[1])};
}

struct Child {
  pid_t pid = 0;
  std::size_t index = 0;
  Fd output, errors;
};

// A child whose pid is 0 did not start; `outcome` then says why.
Child start(const Command& command, std::size_t index, Outcome& outcome) {
  Pipe in = makePipe(), out = makePipe(), err = makePipe();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.reader.get(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out.writer.get(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.writer.get(), STDERR_FILENO);
  std::vector<char*> argv;
  for (const std::string& argument : command.arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);

  Child child;
  child.index = index;
  const int error = posix_spawnp(&child.pid, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    child.pid = 0;
    outcome.errors = std::strerror(error);
    return child;
  }
  // The reader end is still open here and the text fits into the pipe: no SIGPIPE, no blocking.
  HEDDLE_CHECK(command.input.size() <= kPipeBytes);
  const ssize_t written = write(in.writer.get(), command.input.data(), command.input.size());
  HEDDLE_CHECK(written == static_cast<ssize_t>(command.input.size()));
  child.output = std::move(out.reader);
  child.errors = std::move(err.reader);
  return child;
}

// Takes what has arrived; closes the descriptor at its end.
void drain(Fd& fd, std::string& text) {
  char buffer[kPipeBytes];
  const ssize_t count = read(fd.get(), buffer, sizeof buffer);
  if (count > 0) {
    text.append(buffer, static_cast<std::size_t>(count));
  } else if (count == 0 || errno != EINTR) {
    fd.close();
  }
}

int waitFor(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// Reads until at least one child has closed both of its streams.
void pump(std::vector<Child>& running, std::vector<Outcome>& outcomes) {
  std::vector<pollfd> waiting;
  for (const Child& child : running) {
    waiting.push_back({child.output.get(), POLLIN, 0});  // poll skips negative descriptors
    waiting.push_back({child.errors.get(), POLLIN, 0});
  }
  if (poll(waiting.data(), waiting.size(), -1) < 0) return;  // interrupted: the caller comes again
  for (std::size_t i = 0; i < running.size(); ++i) {
    Outcome& outcome = outcomes[running[i].index];
    if (waiting[2 * i].revents != 0) drain(running[i].output, outcome.output);
    if (waiting[2 * i + 1].revents != 0) drain(running[i].errors, outcome.errors);
  }
  std::erase_if(running, [&](const Child& child) {
    if (child.output.open() || child.errors.open()) return false;
    outcomes[child.index].status = waitFor(child.pid);
    return true;
  });
}

}  // namespace

std::vector<Outcome> runAll(const std::vector<Command>& commands, unsigned atOnce) {
  std::vector<Outcome> outcomes(commands.size());
  std::vector<Child> running;
  std::size_t next = 0;
  while (next < commands.size() || !running.empty()) {
    while (next < commands.size() && running.size() < std::max(atOnce, 1U)) {
      Child child = start(commands[next], next, outcomes[next]);
      if (child.pid != 0) running.push_back(std::move(child));
      ++next;
    }
    if (!running.empty()) pump(running, outcomes);
  }
  return outcomes;
}

struct Background::Running {
  std::vector<Outcome> outcomes = std::vector<Outcome>(1);
  std::vector<Child> children;
};

Background::Background(const Command& command) : running_(std::make_unique<Running>()) {
  Child child = start(command, 0, running_->outcomes[0]);
  if (child.pid != 0) running_->children.push_back(std::move(child));
}

Background::~Background() = default;

Outcome Background::outcome() {
  while (!running_->children.empty()) pump(running_->children, running_->outcomes);
  return std::move(running_->outcomes[0]);
}

}  // namespace heddle::frontend
