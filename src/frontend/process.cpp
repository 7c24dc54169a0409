// One poll loop over the pipes of all running children; no threads.
#include "frontend/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>

#include "base/check.h"

namespace heddle::frontend {
namespace {

constexpr std::size_t kBytesAtOnce = 65536;

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

// Close-on-exec, or each child would hold the others' pipes open. Nothing if there are no descriptors left.
std::optional<Pipe> makePipe() {
  int fds[2];
  if (pipe2(fds, O_CLOEXEC) != 0) return std::nullopt;
  return Pipe{Fd(fds[0]), Fd(fds[1])};
}

// In memory, to be read from its beginning. A pipe would hold too little. Not open if there are no descriptors left.
Fd fileWith(std::string_view text) {
  Fd file(memfd_create("input", MFD_CLOEXEC));
  if (!file.open()) return file;
  while (!text.empty()) {
    const ssize_t written = write(file.get(), text.data(), text.size());
    HEDDLE_CHECK_NOTE(written > 0 || errno == EINTR, std::strerror(errno));
    text.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
  }
  HEDDLE_CHECK(lseek(file.get(), 0, SEEK_SET) == 0);
  return file;
}

struct Child {
  pid_t pid = 0;
  std::size_t index = 0;
  Fd output, errors;
};

// A group of its own, which can be ended as a whole; no signals that Heddle ignores.
class Attributes {
 public:
  Attributes() {
    sigset_t usual;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGXFSZ);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setsigdefault(&attributes_, &usual);
  }
  ~Attributes() { posix_spawnattr_destroy(&attributes_); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;

  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_;
};

// A child whose pid is 0 did not start; `outcome` then says why.
Child start(const Command& command, std::size_t index, Outcome& outcome) {
  const Fd in = fileWith(command.input);
  std::optional<Pipe> output = makePipe(), errors = makePipe();
  if (!in.open() || !output || !errors) {
    outcome.errors = std::strerror(errno);
    return Child();
  }
  Pipe &out = *output, &err = *errors;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.get(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out.writer.get(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.writer.get(), STDERR_FILENO);
  const Attributes attributes;
  std::vector<char*> argv;
  for (const std::string& argument : command.arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);

  Child child;
  child.index = index;
  const int error = posix_spawnp(&child.pid, argv[0], &actions, attributes.get(), argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    child.pid = 0;
    outcome.errors = std::strerror(error);
    return child;
  }
  child.output = std::move(out.reader);
  child.errors = std::move(err.reader);
  return child;
}

// Takes what has arrived; closes the descriptor at its end.
void drain(Fd& fd, std::string& text) {
  char buffer[kBytesAtOnce];
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

constexpr int kTickMilliseconds = 50;
constexpr std::chrono::milliseconds kGrace{500};

// Reads for a while, or until a child has closed both of its streams.
void pump(std::vector<Child>& running, std::vector<Outcome>& outcomes) {
  std::vector<pollfd> waiting;
  for (const Child& child : running) {
    waiting.push_back({child.output.get(), POLLIN, 0});  // poll skips negative descriptors
    waiting.push_back({child.errors.get(), POLLIN, 0});
  }
  if (poll(waiting.data(), waiting.size(), kTickMilliseconds) <= 0) return;  // the caller comes again
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

// Compilers remove what they have begun to write when they are asked to end; there is no time for more.
void end(std::vector<Child>& running, std::vector<Outcome>& outcomes) {
  for (const Child& child : running) kill(-child.pid, SIGTERM);
  const auto until = std::chrono::steady_clock::now() + kGrace;
  while (!running.empty() && std::chrono::steady_clock::now() < until) pump(running, outcomes);
  for (const Child& child : running) kill(-child.pid, SIGKILL);
  for (const Child& child : running) outcomes[child.index].status = waitFor(child.pid);
  running.clear();
}

}  // namespace

std::vector<Outcome> runAll(const std::vector<Command>& commands, unsigned atOnce, const MustStop& mustStop) {
  std::vector<Outcome> outcomes(commands.size());
  std::vector<Child> running;
  std::size_t next = 0;
  while (next < commands.size() || !running.empty()) {
    if (mustStop && mustStop()) {
      end(running, outcomes);
      for (; next < commands.size(); ++next) outcomes[next].errors = "stopped before it began";
      break;
    }
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
  MustStop mustStop = {};
  std::vector<Outcome> outcomes = std::vector<Outcome>(1);
  std::vector<Child> children;
};

Background::Background(const Command& command, MustStop mustStop) : running_(std::make_unique<Running>()) {
  running_->mustStop = std::move(mustStop);
  Child child = start(command, 0, running_->outcomes[0]);
  if (child.pid != 0) running_->children.push_back(std::move(child));
}

Background::~Background() = default;

Outcome Background::outcome() {
  while (!running_->children.empty()) {
    if (running_->mustStop && running_->mustStop()) end(running_->children, running_->outcomes);
    pump(running_->children, running_->outcomes);
  }
  return std::move(running_->outcomes[0]);
}

}  // namespace heddle::frontend
