/* What libc++.so has of waiting at atomics, of <barrier>, and of atomic access to std::shared_ptr. */
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <barrier>
#include <climits>
#include <cstdint>
#include <memory>
#include <mutex>

namespace std {
inline namespace __1 {

namespace {

/* An int is its own futex. What waits at anything else waits at a word that each notification changes; two objects may
   have one word, so all that wait there are woken. */
constexpr unsigned kWords = 256;
int words[kWords];

unsigned indexOf(const volatile void* address, unsigned count) {
  return static_cast<unsigned>(reinterpret_cast<uintptr_t>(address) * 0x9e3779b97f4a7c15 >> 32) % count;
}

int* wordOf(const volatile void* address) { return &words[indexOf(address, kWords)]; }

void wait(const volatile void* word, int expected) {
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, nullptr, nullptr, 0);
}

void wake(const volatile void* word, int most) {
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, most, nullptr, nullptr, 0);
}

}  // namespace

void __libcpp_atomic_wait(const volatile __cxx_atomic_contention_t* word, __cxx_contention_t expected) noexcept {
  wait(word, expected);
}
void __cxx_atomic_notify_one(const volatile __cxx_atomic_contention_t* word) noexcept { wake(word, 1); }
void __cxx_atomic_notify_all(const volatile __cxx_atomic_contention_t* word) noexcept { wake(word, INT_MAX); }
__cxx_contention_t __libcpp_atomic_monitor(const volatile __cxx_atomic_contention_t* word) noexcept {
  return __cxx_atomic_load(word, memory_order_seq_cst);
}

void __libcpp_atomic_wait(const volatile void* address, __cxx_contention_t expected) noexcept {
  wait(wordOf(address), expected);
}
void __cxx_atomic_notify_all(const volatile void* address) noexcept {
  __atomic_fetch_add(wordOf(address), 1, __ATOMIC_RELEASE);
  wake(wordOf(address), INT_MAX);
}
void __cxx_atomic_notify_one(const volatile void* address) noexcept { __cxx_atomic_notify_all(address); }
__cxx_contention_t __libcpp_atomic_monitor(const volatile void* address) noexcept {
  return __atomic_load_n(wordOf(address), __ATOMIC_ACQUIRE);
}

/* Who comes last ends the phase: before anybody comes to the next one. */
class __barrier_algorithm_base {
 public:
  const ptrdiff_t* expected;
  atomic<ptrdiff_t> arrived;
};

__barrier_algorithm_base* __construct_barrier_algorithm_base(ptrdiff_t& expected) {
  return new __barrier_algorithm_base{&expected, 0};
}

bool __arrive_barrier_algorithm_base(__barrier_algorithm_base* barrier, __barrier_phase_t) noexcept {
  const ptrdiff_t expected = *barrier->expected;  // who has come may not: the last one changes it
  if (barrier->arrived.fetch_add(1, memory_order_acq_rel) + 1 != expected) return false;
  barrier->arrived.store(0, memory_order_relaxed);
  return true;
}

void __destroy_barrier_algorithm_base(__barrier_algorithm_base* barrier) noexcept { delete barrier; }

/* Several objects may have one mutex, as in libc++.so; but there are more of them. */
static constexpr unsigned kPointerMutexes = 64;
static pthread_mutex_t pointerMutexes[kPointerMutexes];  // as PTHREAD_MUTEX_INITIALIZER has it

__sp_mut& __get_sp_mut(const void* pointer) {
  return reinterpret_cast<__sp_mut&>(pointerMutexes[indexOf(pointer, kPointerMutexes)]);
}
void __sp_mut::lock() noexcept { pthread_mutex_lock(reinterpret_cast<pthread_mutex_t*>(this)); }
void __sp_mut::unlock() noexcept { pthread_mutex_unlock(reinterpret_cast<pthread_mutex_t*>(this)); }

}  // namespace __1
}  // namespace std
