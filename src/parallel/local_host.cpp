#include "parallel/local_host.h"

#include <sys/mman.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <new>
#include <utility>

#include "explore/memory_limit.h"
#include "parallel/channel.h"
#include "parallel/worker.h"

namespace heddle::parallel {

class LocalHost::Process : public Worker {
 public:
  Process(LocalHost& host, pid_t id, unsigned slot, Channel channel)
      : host_(host), id_(id), slot_(slot), channel_(std::move(channel)) {}
  ~Process() override {
    if (!isDismissed_) dismiss(/*kills=*/true);
  }

  void ask(std::uint32_t wanted) override { control().wanted = wanted; }
  void stop() override { control().stops = true; }
  std::uint64_t executions() const override { return control().executions; }
  int file() const override { return channel_.file(); }
  bool receive() override { return channel_.receive(); }
  std::optional<std::string> take() override { return channel_.take(); }

  int status() override {
    int status = 0;
    waitpid(id_, &status, 0);
    release();
    return status;
  }
  void dismiss(bool kills) override {
    if (kills) {
      kill(id_, SIGKILL);
      waitpid(id_, nullptr, 0);  // it uses the slot no more
    } else {
      host_.ended_.push_back(id_);
    }
    release();
  }

 private:
  Control& control() const { return host_.controls_[slot_]; }
  void release() {
    isDismissed_ = true;
    std::erase(host_.running_, id_);
    host_.freeSlots_.push_back(slot_);
  }

  LocalHost& host_;
  pid_t id_;
  unsigned slot_;
  Channel channel_;
  bool isDismissed_ = false;
};

LocalHost::LocalHost(core::Program& program, const explore::Limits& limits, const Workers& workers)
    : program_(program), limits_(limits), workers_(workers) {
  void* const memory =
      mmap(nullptr, workers.count * sizeof(Control), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;  // there is no room
  controls_ = static_cast<Control*>(memory);
  for (unsigned slot = workers.count; slot-- > 0;) freeSlots_.push_back(slot);
}

LocalHost::~LocalHost() {
  reap(/*waits=*/true);
  if (controls_ != nullptr) munmap(controls_, workers_.count * sizeof(Control));
}

unsigned LocalHost::room() const {
  const auto free = static_cast<unsigned>(freeSlots_.size());
  if (!workers_.countNow) return free;
  const unsigned most = std::max(1U, workers_.countNow());
  const auto busy = static_cast<unsigned>(running_.size());
  return most > busy ? std::min(free, most - busy) : 0;
}

std::unique_ptr<Worker> LocalHost::begin(const Task& task) {
  reap(/*waits=*/false);
  auto ends = Channel::make();
  if (!ends || freeSlots_.empty()) return nullptr;
  const unsigned slot = freeSlots_.back();
  Control& control = *new (&controls_[slot]) Control;
  const pid_t process = workers_.fork([&] {
    isToldBy(control);
    const std::unique_ptr<explore::Search> own = workers_.search();
    work(program_, *own->onGraphs(), limits_, task, control, ends->second);
  });
  if (process < 0) return nullptr;
  freeSlots_.pop_back();
  running_.push_back(process);
  return std::make_unique<Process>(*this, process, slot, std::move(ends->first));
}

std::uint64_t LocalHost::memory() const {
  std::uint64_t sum = 0;
  for (const pid_t process : running_) sum += explore::memoryOf(process);
  return sum;
}

void LocalHost::reap(bool waits) {
  std::erase_if(ended_, [&](pid_t process) { return waitpid(process, nullptr, waits ? 0 : WNOHANG) != 0; });
}

}  // namespace heddle::parallel
