// Barriers of POSIX (core/barrier_rules.h).
#include <pthread.h>

#include <cerrno>

#include "core/barrier_rules.h"
#include "runtime/externals/guarded_words.h"

namespace heddle::runtime::externals {
namespace {

using namespace core::barriers;  // NOLINT: the rules

struct Barrier {
  std::uint64_t arrived;
  std::uint64_t rounds;
  unsigned threads;  // 0: it is destroyed, or was never made
};
static_assert(sizeof(Barrier) <= sizeof(pthread_barrier_t));

int initModel(Barrier* barrier, const pthread_barrierattr_t*, unsigned threads) {
  if (threads == 0) return EINVAL;
  checkWrite(barrier, sizeof(pthread_barrier_t));
  *barrier = {0, 0, threads};
  return 0;
}

// As soon as all have arrived (POSIX: when none is blocked): they may still be about to leave.
int destroyModel(Barrier* barrier) {
  checkWrite(&barrier->threads, sizeof(barrier->threads));
  if (barrier->threads == 0) misuse("destroys a barrier that was not initialised:", barrier);
  const Value found = update(
      {.addr = addressOf(&barrier->arrived), .site = here(), .kind = OpKind::Read, .order = Order::Acquire, .size = 8});
  if (found % kRound != 0) misuse("destroys a barrier at which threads wait:", barrier);
  barrier->threads = 0;
  return 0;
}

int waitModel(Barrier* barrier) {
  checkRead(&barrier->threads, sizeof(barrier->threads));
  const unsigned threads = barrier->threads;
  if (threads == 0) misuse("waits at a barrier that was not initialised:", barrier);
  const auto found = static_cast<std::uint64_t>(update(updateWith(&barrier->arrived, kArrive, Order::AcqRel, threads)));
  const std::uint64_t before = found / kRound;
  const bool isLast = found % kRound + 1 == threads;
  if (isLast) {
    update({.a = before + 1,
            .addr = addressOf(&barrier->rounds),
            .site = here(),
            .kind = OpKind::Write,
            .order = Order::Release,
            .size = 8});
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  update({.a = before,
          .addr = addressOf(&barrier->rounds),
          .rule = &kWait,
          .site = here(),
          .kind = OpKind::Await,
          .order = Order::Acquire,
          .size = 8});
  return 0;
}

}  // namespace

std::span<const External> barriers() {
  static const External rows[] = {
      row("pthread_barrier_init", initModel),
      row("pthread_barrier_destroy", destroyModel),
      row("pthread_barrier_wait", waitModel),
      row("pthread_barrierattr_init", onObject<pthread_barrierattr_init, true, pthread_barrierattr_t>),
      row("pthread_barrierattr_destroy", onObject<pthread_barrierattr_destroy, true, pthread_barrierattr_t>),
      row("pthread_barrierattr_setpshared", onObject<pthread_barrierattr_setpshared, true, pthread_barrierattr_t, int>),
      row("pthread_barrierattr_getpshared", fromObject<pthread_barrierattr_getpshared, pthread_barrierattr_t, int>),
  };
  return rows;
}

}  // namespace heddle::runtime::externals
