// Barriers of POSIX (core/barrier_rules.h).
#include "runtime/externals/barrier.h"

#include <fmt/format.h>
#include <pthread.h>

#include <cerrno>

#include "core/barrier_rules.h"
#include "runtime/externals/guarded_words.h"

namespace heddle::runtime::externals {
namespace {

using namespace core::barriers;  // NOLINT: the rules

struct Rounds {
  std::uint64_t over;  // how many
  unsigned threads;    // that each is for
};

struct Barrier {
  std::uint64_t arrived;
  Rounds* rounds;  // the library's; null: it was never initialised
};
static_assert(sizeof(Barrier) <= sizeof(pthread_barrier_t));

int initModel(Barrier* barrier, const pthread_barrierattr_t*, unsigned threads) {
  if (threads == 0) return EINVAL;
  checkWrite(barrier, sizeof(pthread_barrier_t));
  const Address block = engine->lifetimes.allocate(sizeof(Rounds), alignof(Rounds), BlockKind::Internal, here());
  if (block == 0) return ENOMEM;
  auto* const rounds = reinterpret_cast<Rounds*>(block);
  *rounds = {0, threads};
  *barrier = {0, rounds};
  return 0;
}

// Read without a check, which would cost as much as a step: what initialises, destroys or frees the barrier races, or
// is ordered, with the update of `arrived` that comes next.
Rounds* roundsOf(Barrier* barrier) {
  if (inRegion(addressOf(barrier)) && inRegion(addressOf(barrier->rounds))) [[likely]]
    return barrier->rounds;
  checkRead(barrier, sizeof(*barrier));
  misuse("uses a barrier that was not initialised:", barrier);
}

void requireAlive(Barrier* barrier, std::uint64_t found) {
  if (found == kDestroyed) [[unlikely]]
    misuse("uses the destroyed barrier", barrier);
}

// As soon as all have arrived (POSIX: when none is blocked): they may still be about to leave.
int destroyModel(Barrier* barrier) {
  roundsOf(barrier);
  const std::uint64_t found = update(updateWith(&barrier->arrived, kDestroy, Order::Acquire, 0));
  requireAlive(barrier, found);
  if (found % kRound != 0) misuse("destroys a barrier at which threads wait:", barrier);
  return 0;
}

// On the word that the others wait at.
[[gnu::always_inline]] inline Op onRounds(Rounds* rounds, const Barrier* barrier, const core::UpdateRule& rule,
                                          Order order, std::uint64_t a) {
  Op op = updateWith(&rounds->over, rule, order, a);
  op.b = addressOf(barrier);
  return op;
}

int waitModel(Barrier* barrier) {
  Rounds* const rounds = roundsOf(barrier);
  const unsigned threads = rounds->threads;
  const std::uint64_t found = update(updateWith(&barrier->arrived, kArrive, Order::AcqRel, threads));
  requireAlive(barrier, found);
  const std::uint64_t before = found / kRound;
  const bool isLast = found % kRound + 1 == threads;
  if (isLast) {
    update(onRounds(rounds, barrier, kEnd, Order::Release, before + 1));
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  Op wait = onRounds(rounds, barrier, kWait, Order::Acquire, before);
  wait.kind = OpKind::Await;
  update(wait);
  return 0;
}

}  // namespace

Address barrierOf(const Op& op) { return op.rule == &kEnd || op.rule == &kWait ? static_cast<Address>(op.b) : 0; }

std::string arrivedAt(Address barrier) {
  const auto& what = *reinterpret_cast<const Barrier*>(barrier);
  return fmt::format("{} of {} have arrived", what.arrived % kRound, what.rounds != nullptr ? what.rounds->threads : 0);
}

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
