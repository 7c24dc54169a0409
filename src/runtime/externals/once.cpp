// pthread_once, and the guards of static local variables: one word each (core/once_rules.h).
#include <pthread.h>

#include "core/once_rules.h"
#include "runtime/externals/guarded_words.h"

namespace heddle::runtime::externals {
namespace {

using namespace core::once;  // NOLINT: the rule

[[gnu::always_inline]] inline bool enter(void* word, std::uint8_t bytes) {
  Op op = updateWith(word, kEnter, Order::Acquire, 0, bytes);
  op.failOrder = Order::Acquire;
  return update(op) == kNot;
}
[[gnu::always_inline]] inline void set(void* word, Value value, std::uint8_t bytes) {
  update({.a = value,
          .addr = addressOf(word),
          .site = here(),
          .kind = OpKind::Write,
          .order = Order::Release,
          .size = bytes});
}

int onceModel(pthread_once_t* once, void (*initialise)()) {
  if (!enter(once, sizeof(*once))) return 0;
  try {
    initialise();
  } catch (...) {  // others may try
    set(once, kNot, sizeof(*once));
    throw;
  }
  set(once, kDone, sizeof(*once));
  return 0;
}

// --- static locals ---
//
// The guard's first byte is 1 once the variable is initialised: the compiler reads it first. The second says who
// may enter.

char* secondByte(void* guard) { return static_cast<char*>(guard) + 1; }

int guardAcquire(void* guard) { return enter(secondByte(guard), 1) ? 1 : 0; }
void guardRelease(void* guard) {
  set(guard, 1, 1);
  set(secondByte(guard), kDone, 1);
}
void guardAbort(void* guard) { set(secondByte(guard), kNot, 1); }

}  // namespace

std::span<const External> once() {
  static const External rows[] = {
      row("pthread_once", onceModel),           row("call_once", onceModel),  // of C11
      row("__cxa_guard_acquire", guardAcquire), row("__cxa_guard_release", guardRelease),
      row("__cxa_guard_abort", guardAbort),
  };
  return rows;
}

}  // namespace heddle::runtime::externals
