#include "parallel/prober.h"

#include <sys/mman.h>
#include <sys/wait.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <new>
#include <thread>

namespace heddle::parallel {
namespace {

constexpr std::chrono::milliseconds kPause{20};

}  // namespace

struct Prober::Shared {
  std::atomic<std::uint64_t> executions{0};
  std::atomic<double> seconds{0};
  // Odd: it is being written.
  std::atomic<std::uint64_t> times{0};
  std::atomic<double> estimate{0}, low{0}, high{0};
};

Prober::Prober(core::Program& program, const explore::Estimating& how, const Workers& workers,
               const explore::Spent& before)
    : how_(how) {
  if (!how.beside) return;
  void* const memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  shared_ = new (memory) Shared;
  tell(before);
  process_ = workers.fork([&] { probe(program); });
}

Prober::~Prober() {
  if (process_ > 0) {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  if (shared_ != nullptr) munmap(shared_, sizeof(Shared));
}

void Prober::tell(const explore::Spent& spent) {
  if (shared_ == nullptr) return;
  shared_->executions = spent.executions;
  shared_->seconds = spent.seconds;
}

std::optional<explore::Estimate> Prober::estimate() const {
  if (shared_ == nullptr) return std::nullopt;
  while (true) {
    const std::uint64_t times = shared_->times;
    if (times == 0) return how_.estimate();
    const explore::Estimate estimate{.executions = shared_->estimate, .low = shared_->low, .high = shared_->high};
    if (times % 2 == 0 && shared_->times == times) return estimate;
  }
}

// In the other process, until it is killed.
void Prober::probe(core::Program& program) {
  while (true) {
    std::this_thread::sleep_for(kPause);
    if (!how_.beside(program, {shared_->executions, shared_->seconds})) continue;
    const auto estimate = how_.estimate();
    if (!estimate) continue;
    ++shared_->times;
    shared_->estimate = estimate->executions;
    shared_->low = estimate->low;
    shared_->high = estimate->high;
    ++shared_->times;
  }
}

}  // namespace heddle::parallel
