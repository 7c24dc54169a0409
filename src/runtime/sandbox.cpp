#include "runtime/sandbox.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <seccomp.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/check.h"
#include "runtime/hot.h"

namespace heddle::runtime {
namespace {

// Of libseccomp: the kernel reports calls, and lets them go on if it is told so.
constexpr unsigned kNeededApi = 6;
constexpr std::size_t kStackBytes = 64UL << 20;  // pages that are not touched cost nothing
constexpr std::size_t kGuardBytes = 64UL << 10;
constexpr int kTickMilliseconds = 100;
// So long a program may go on that must stop: usually it sees that itself (limits.h).
constexpr std::chrono::seconds kGrace{1};

constexpr int kNone = -1;
std::atomic<int> lastForbidden{kNone};  // the number of a system call

// --- the filter ---

constexpr int kMemory[] = {SCMP_SYS(mmap),     SCMP_SYS(mmap2),   SCMP_SYS(munmap), SCMP_SYS(mremap),
                           SCMP_SYS(mprotect), SCMP_SYS(madvise), SCMP_SYS(brk),    SCMP_SYS(mincore)};
constexpr int kTime[] = {SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres), SCMP_SYS(gettimeofday),
                         SCMP_SYS(time),          SCMP_SYS(nanosleep),    SCMP_SYS(clock_nanosleep),
                         SCMP_SYS(times),         SCMP_SYS(getrusage)};
constexpr int kThisThread[] = {SCMP_SYS(sched_yield),
                               SCMP_SYS(sched_getaffinity),
                               SCMP_SYS(sched_get_priority_min),
                               SCMP_SYS(sched_get_priority_max),
                               SCMP_SYS(getcpu),
                               SCMP_SYS(gettid),
                               SCMP_SYS(set_robust_list),
                               SCMP_SYS(rseq),
                               SCMP_SYS(rt_sigprocmask),
                               SCMP_SYS(rt_sigreturn),
                               SCMP_SYS(sigaltstack),
                               SCMP_SYS(membarrier),
                               SCMP_SYS(exit),
                               SCMP_SYS(restart_syscall)};
constexpr int kQuestions[] = {SCMP_SYS(getpid),  SCMP_SYS(getppid),   SCMP_SYS(getpgid),   SCMP_SYS(getpgrp),
                              SCMP_SYS(getsid),  SCMP_SYS(getuid),    SCMP_SYS(geteuid),   SCMP_SYS(getgid),
                              SCMP_SYS(getegid), SCMP_SYS(getgroups), SCMP_SYS(getrlimit), SCMP_SYS(getpriority),
                              SCMP_SYS(uname),   SCMP_SYS(sysinfo),   SCMP_SYS(getrandom), SCMP_SYS(getcwd)};
constexpr int kReading[] = {SCMP_SYS(pread64),    SCMP_SYS(preadv),     SCMP_SYS(lseek),      SCMP_SYS(stat),
                            SCMP_SYS(lstat),      SCMP_SYS(fstat),      SCMP_SYS(newfstatat), SCMP_SYS(statx),
                            SCMP_SYS(access),     SCMP_SYS(faccessat),  SCMP_SYS(faccessat2), SCMP_SYS(readlink),
                            SCMP_SYS(readlinkat), SCMP_SYS(getdents64), SCMP_SYS(statfs),     SCMP_SYS(fstatfs),
                            SCMP_SYS(fadvise64)};

// A filter under construction; the first problem is kept.
class Filter {
 public:
  Filter() : rules_(seccomp_init(SCMP_ACT_NOTIFY)) {
    if (rules_ == nullptr) error_ = ENOMEM;
  }
  ~Filter() {
    if (rules_ != nullptr) seccomp_release(rules_);
  }
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;

  template <std::size_t n>
  void allow(const int (&calls)[n]) {
    for (const int call : calls) allow(call);
  }
  // If the arguments are so.
  template <typename... Conditions>
  void allow(int call, Conditions... conditions) {
    const std::array<scmp_arg_cmp, sizeof...(conditions)> all{conditions...};
    if (error_ == 0)
      error_ = -seccomp_rule_add_array(rules_, SCMP_ACT_ALLOW, call, static_cast<unsigned>(all.size()), all.data());
  }
  // On the running thread, from now on. The descriptor that tells of calls; -1 if there is none.
  int load() {
    if (error_ == 0) error_ = -seccomp_load(rules_);
    return error_ == 0 ? seccomp_notify_fd(rules_) : -1;
  }
  int error() const { return error_; }

 private:
  scmp_filter_ctx rules_;
  int error_ = 0;
};

// The bits of an argument, an int, that `mask` has are those of `value`.
scmp_arg_cmp isIn(unsigned argument, std::uint32_t mask, std::uint32_t value) {
  return {argument, SCMP_CMP_MASKED_EQ, mask, value};
}
scmp_arg_cmp is(unsigned argument, int value) { return isIn(argument, ~0U, static_cast<std::uint32_t>(value)); }
scmp_arg_cmp isAbove(unsigned argument, int value) {
  return {argument, SCMP_CMP_GT, static_cast<scmp_datum_t>(value), 0};
}

void allowReading(Filter& filter) {
  constexpr std::uint32_t kWrites = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND | (O_TMPFILE & ~O_DIRECTORY);
  filter.allow(kReading);
  filter.allow(SCMP_SYS(open), isIn(1, kWrites, O_RDONLY));
  filter.allow(SCMP_SYS(openat), isIn(2, kWrites, O_RDONLY));
  // Not from standard input, which somebody else may type; nor is that closed.
  for (const int call : {SCMP_SYS(read), SCMP_SYS(readv), SCMP_SYS(close)})
    filter.allow(call, isAbove(0, STDERR_FILENO));
  for (const int question : {F_GETFD, F_SETFD, F_GETFL}) filter.allow(SCMP_SYS(fcntl), is(1, question));
  filter.allow(SCMP_SYS(ioctl), is(1, TCGETS));  // whether it is a terminal
}

void allowHarmless(Filter& filter) {
  filter.allow(kMemory);
  filter.allow(kTime);
  filter.allow(kThisThread);
  filter.allow(kQuestions);
  allowReading(filter);
  for (const int call : {SCMP_SYS(write), SCMP_SYS(writev)})
    for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) filter.allow(call, is(0, stream));
  // Whoever waits there natively would do so for ever.
  filter.allow(SCMP_SYS(futex), isIn(1, static_cast<std::uint32_t>(FUTEX_CMD_MASK), FUTEX_WAKE));
  filter.allow(SCMP_SYS(prlimit64), scmp_arg_cmp{2, SCMP_CMP_EQ, 0, 0});  // no new limit: a question
  // abort() is a verdict of its own.
  filter.allow(SCMP_SYS(tgkill), is(0, getpid()), is(2, SIGABRT));
}

// --- the two threads ---

class Supervised {
 public:
  Supervised(const Options& options, const std::function<void()>& action)
      : options_(options),
        action_(action),
        before_(std::exchange(now_, this)),
        ended_(eventfd(0, EFD_CLOEXEC)),
        asked_(eventfd(0, EFD_CLOEXEC)),
        stack_(mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
  }
  ~Supervised() {
    now_ = before_;
    for (const int file : {ended_, asked_})
      if (file >= 0) close(file);
    if (stack_ != MAP_FAILED) munmap(stack_, kStackBytes);
  }
  Supervised(const Supervised&) = delete;
  Supervised& operator=(const Supervised&) = delete;

  std::string run() {
    if (ended_ < 0 || asked_ < 0 || stack_ == MAP_FAILED || !start()) {
      const int error = errno;
      action_();
      return fmt::format("there is no thread for it ({})", std::strerror(error));
    }
    isReady_.wait(false);
    supervise();
    if (reports_ >= 0) close(reports_);  // what would be reported fails from now on; nobody waits for us
    pthread_join(thread_, nullptr);
    return why_;
  }

  // On the supervised thread.
  static pid_t fork(const std::function<void()>& work) {
    if (now_ == nullptr || !now_->isReady_) {
      errno = ENOTSUP;
      return -1;
    }
    now_->child_ = kNoChild;
    now_->work_ = &work;
    const std::uint64_t one = 1;
    HEDDLE_CHECK(write(now_->asked_, &one, sizeof(one)) == sizeof(one));
    now_->child_.wait(kNoChild);
    errno = now_->whyNot_;
    return now_->child_;
  }

 private:
  // The stack is not one of the C library's: those it gives to others in a process that is a copy of this one, where
  // what lies on it is still used.
  bool start() {
    mprotect(stack_, kGuardBytes, PROT_NONE);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, static_cast<char*>(stack_) + kGuardBytes, kStackBytes - kGuardBytes);
    const auto entry = [](void* self) -> void* {
      static_cast<Supervised*>(self)->work();
      return nullptr;
    };
    errno = pthread_create(&thread_, &attributes, entry, this);
    pthread_attr_destroy(&attributes);
    return errno == 0;
  }

  // The other thread.
  void work() {
    id_ = static_cast<pid_t>(syscall(SYS_gettid));
    if (options_.sandbox) enterFilter();
    isReady_ = true;
    isReady_.notify_one();
    action_();
    const std::uint64_t one = 1;
    HEDDLE_CHECK(write(ended_, &one, sizeof(one)) == sizeof(one));
  }

  void enterFilter() {
    seccomp_reset(nullptr,
                  SCMP_ACT_NOTIFY);  // libseccomp makes one descriptor a process, unless it is told to forget it
    if (seccomp_api_get() < kNeededApi) {
      why_ = "this kernel cannot report system calls";
      return;
    }
    Filter filter;
    allowHarmless(filter);
    reports_ = filter.load();
    if (reports_ < 0)
      why_ = fmt::format("the kernel does not accept a filter of system calls ({})", std::strerror(filter.error()));
  }

  // This thread.
  void supervise() {
    std::array<pollfd, 3> waiting{pollfd{ended_, POLLIN, 0}, pollfd{reports_, POLLIN, 0},
                                  pollfd{asked_, POLLIN, 0}};  // poll skips negative ones
    while (true) {
      const int ready = poll(waiting.data(), waiting.size(), kTickMilliseconds);
      if (ready < 0) continue;  // interrupted
      if (waiting[0].revents != 0) return;
      if ((waiting[1].revents & POLLIN) != 0)
        answerReport();
      else if (waiting[1].revents != 0)
        waiting[1].fd = -1;
      if (waiting[2].revents != 0) makeChild();
      if (ready == 0) interruptIfLate();
    }
  }

  // The supervised thread waits for that, and has no lock of the C library's.
  void makeChild() {
    std::uint64_t asked = 0;
    HEDDLE_CHECK(read(asked_, &asked, sizeof(asked)) == sizeof(asked));
    const pid_t parent = getpid();
    const pid_t child = ::fork();
    if (child == 0) beChild(parent);
    whyNot_ = child < 0 ? errno : 0;
    child_ = child;
    child_.notify_one();
  }

  [[noreturn]] void beChild(pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_IGN);
    for (const int file : {ended_, asked_, reports_})
      if (file >= 0) close(file);
    Supervised(options_, *work_).run();
    _exit(0);
  }

  void answerReport() {
    seccomp_notif* call = nullptr;
    seccomp_notif_resp* answer = nullptr;
    if (seccomp_notify_alloc(&call, &answer) != 0) return;
    if (seccomp_notify_receive(reports_, call) == 0) {
      answer->id = call->id;
      // The caller waits: what it has written is there to be read.
      if (hot.inProgram && static_cast<pid_t>(call->pid) == id_) {
        interrupt(call->data.nr);
        answer->error = -EPERM;
      } else {
        answer->flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
      }
      seccomp_notify_respond(reports_, answer);  // fails if the signal came first, which is as well
    }
    seccomp_notify_free(call, answer);
  }

  // The signal goes to the handler of faults.h, at once or, if the program has blocked it, before it goes on.
  void interrupt(int call) {
    lastForbidden = call;
    syscall(SYS_tgkill, getpid(), id_, SIGSYS);
  }

  // Only where the program stays in one call: everywhere else it is asked to stop, and at a better moment.
  void interruptIfLate() {
    const auto now = std::chrono::steady_clock::now();
    const std::pair<std::int64_t, SiteId> at{hot.budget, hot.callSite};
    if (!options_.mustStop || options_.mustStop() == nullptr || std::exchange(at_, at) != at)
      staysSince_ = now;
    else if (now - staysSince_ > kGrace && hot.inProgram)
      interrupt(kNone);
  }

  static constexpr pid_t kNoChild = 0;
  static inline Supervised* now_ = nullptr;  // one at a time, but for what is made in a child

  const Options& options_;
  const std::function<void()>& action_;
  Supervised* const before_;
  int ended_;
  int asked_;  // for a child, which is to do that
  const std::function<void()>* work_ = nullptr;
  std::atomic<pid_t> child_{kNoChild};
  int whyNot_ = 0;
  void* stack_;
  int reports_ = -1;
  pthread_t thread_{};
  pid_t id_ = 0;
  std::string why_;
  std::atomic<bool> isReady_{false};
  std::pair<std::int64_t, SiteId> at_;  // where the program was seen last
  std::chrono::steady_clock::time_point staysSince_ = std::chrono::steady_clock::now();
};

}  // namespace

std::string inSandbox(const Options& options, const std::function<void()>& action) {
  return Supervised(options, action).run();
}

pid_t forkSupervised(const std::function<void()>& work) { return Supervised::fork(work); }

std::string withoutSandbox(const std::string& why) {
  return "the program ran without a sandbox, as with --no-sandbox: " + why;
}

std::string forbiddenCall() {
  const int call = lastForbidden;
  if (call == kNone) return "";
  char* const name = seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, call);
  const std::string shown = name != nullptr ? name : fmt::format("number {}", call);
  std::free(name);
  return shown;
}

}  // namespace heddle::runtime
