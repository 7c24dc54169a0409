/* What libc++.so has of <mutex>, <shared_mutex> and <condition_variable>. A mutex is the one of POSIX in it, a
   condition variable too; the timed and the shared ones are made of these, as the templates of the headers expect. */
#include <errno.h>
#include <pthread.h>

#include <condition_variable>
#include <limits>
#include <mutex>
#include <shared_mutex>
#include <system_error>

namespace std {
inline namespace __1 {

namespace {

void check(int error, const char* what) {
  if (error != 0) __throw_system_error(error, what);
}

/* Who unlocks what nobody holds does so with the mutex in it, where that is reported. */
void expectLocked(bool isLocked, mutex& held) {
  if (isLocked) return;
  held.unlock();
  held.unlock();
}

}  // namespace

void mutex::lock() { check(pthread_mutex_lock(&__m_), "mutex lock failed"); }
bool mutex::try_lock() noexcept { return pthread_mutex_trylock(&__m_) == 0; }
void mutex::unlock() noexcept { pthread_mutex_unlock(&__m_); }

recursive_mutex::recursive_mutex() {
  pthread_mutexattr_t kind;
  check(pthread_mutexattr_init(&kind), "recursive_mutex constructor failed");
  check(pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE), "recursive_mutex constructor failed");
  check(pthread_mutex_init(&__m_, &kind), "recursive_mutex constructor failed");
  pthread_mutexattr_destroy(&kind);
}
recursive_mutex::~recursive_mutex() { pthread_mutex_destroy(&__m_); }
void recursive_mutex::lock() { check(pthread_mutex_lock(&__m_), "recursive_mutex lock failed"); }
bool recursive_mutex::try_lock() noexcept { return pthread_mutex_trylock(&__m_) == 0; }
void recursive_mutex::unlock() noexcept { pthread_mutex_unlock(&__m_); }

condition_variable::~condition_variable() { pthread_cond_destroy(&__cv_); }
void condition_variable::notify_one() noexcept { pthread_cond_signal(&__cv_); }
void condition_variable::notify_all() noexcept { pthread_cond_broadcast(&__cv_); }

void condition_variable::wait(unique_lock<mutex>& lock) noexcept {
  if (!lock.owns_lock()) __throw_system_error(EPERM, "condition_variable::wait: mutex not locked");
  check(pthread_cond_wait(&__cv_, lock.mutex()->native_handle()), "condition_variable wait failed");
}

void condition_variable::__do_timed_wait(unique_lock<mutex>& lock,
                                         chrono::time_point<chrono::system_clock, chrono::nanoseconds> until) noexcept {
  if (!lock.owns_lock()) __throw_system_error(EPERM, "condition_variable::timed wait: mutex not locked");
  constexpr long kSecond = 1'000'000'000;
  const long long time = until.time_since_epoch().count();
  const timespec stop = {.tv_sec = static_cast<time_t>(time / kSecond), .tv_nsec = static_cast<long>(time % kSecond)};
  const int error = pthread_cond_timedwait(&__cv_, lock.mutex()->native_handle(), &stop);
  if (error != ETIMEDOUT) check(error, "condition_variable timed_wait failed");
}

/* Who has it is said by `__locked_`; the mutex guards that alone. */
timed_mutex::timed_mutex() : __locked_(false) {}
timed_mutex::~timed_mutex() { const lock_guard<mutex> guard(__m_); }

void timed_mutex::lock() {
  unique_lock<mutex> guard(__m_);
  while (__locked_) __cv_.wait(guard);
  __locked_ = true;
}

bool timed_mutex::try_lock() noexcept {
  const unique_lock<mutex> guard(__m_, try_to_lock);
  if (!guard.owns_lock() || __locked_) return false;
  __locked_ = true;
  return true;
}

void timed_mutex::unlock() noexcept {
  const lock_guard<mutex> guard(__m_);
  expectLocked(__locked_, __m_);
  __locked_ = false;
  __cv_.notify_one();
}

recursive_timed_mutex::recursive_timed_mutex() : __count_(0), __id_{} {}
recursive_timed_mutex::~recursive_timed_mutex() { const lock_guard<mutex> guard(__m_); }

void recursive_timed_mutex::lock() {
  const __thread_id self = this_thread::get_id();
  unique_lock<mutex> guard(__m_);
  if (self == __id_) {
    if (__count_ == numeric_limits<size_t>::max())
      __throw_system_error(EAGAIN, "recursive_timed_mutex lock limit reached");
    ++__count_;
    return;
  }
  while (__count_ != 0) __cv_.wait(guard);
  __count_ = 1;
  __id_ = self;
}

bool recursive_timed_mutex::try_lock() noexcept {
  const __thread_id self = this_thread::get_id();
  const unique_lock<mutex> guard(__m_, try_to_lock);
  if (!guard.owns_lock()) return false;
  if (__count_ != 0 && (self != __id_ || __count_ == numeric_limits<size_t>::max())) return false;
  ++__count_;
  __id_ = self;
  return true;
}

void recursive_timed_mutex::unlock() noexcept {
  unique_lock<mutex> guard(__m_);
  expectLocked(__count_ != 0 && __id_ == this_thread::get_id(), __m_);
  if (--__count_ != 0) return;
  __id_ = __thread_id();
  guard.unlock();
  __cv_.notify_one();
}

/* One bit says that a writer has entered, the others count readers. A writer that has entered waits at the second gate
   until the readers are gone; all others wait for it at the first. */
__shared_mutex_base::__shared_mutex_base() : __state_(0) {}

void __shared_mutex_base::lock() {
  unique_lock<mutex> guard(__mut_);
  while ((__state_ & __write_entered_) != 0) __gate1_.wait(guard);
  __state_ |= __write_entered_;
  while ((__state_ & __n_readers_) != 0) __gate2_.wait(guard);
}

bool __shared_mutex_base::try_lock() {
  const lock_guard<mutex> guard(__mut_);
  if (__state_ != 0) return false;
  __state_ = __write_entered_;
  return true;
}

void __shared_mutex_base::unlock() {
  const lock_guard<mutex> guard(__mut_);
  expectLocked(__state_ == __write_entered_, __mut_);
  __state_ = 0;
  __gate1_.notify_all();
}

void __shared_mutex_base::lock_shared() {
  unique_lock<mutex> guard(__mut_);
  while ((__state_ & __write_entered_) != 0 || (__state_ & __n_readers_) == __n_readers_) __gate1_.wait(guard);
  ++__state_;
}

bool __shared_mutex_base::try_lock_shared() {
  const lock_guard<mutex> guard(__mut_);
  if ((__state_ & __write_entered_) != 0 || (__state_ & __n_readers_) == __n_readers_) return false;
  ++__state_;
  return true;
}

void __shared_mutex_base::unlock_shared() {
  const lock_guard<mutex> guard(__mut_);
  expectLocked((__state_ & __n_readers_) != 0, __mut_);
  const unsigned left = (__state_ & __n_readers_) - 1;
  __state_ = (__state_ & __write_entered_) | left;
  if ((__state_ & __write_entered_) != 0) {
    if (left == 0) __gate2_.notify_one();
  } else if (left == __n_readers_ - 1) {
    __gate1_.notify_one();
  }
}

/* Who finds somebody in the function waits by reading the flag again and again. */
void __call_once(volatile once_flag::_State_type& flag, void* argument, void (*function)(void*)) {
  auto* const state = const_cast<once_flag::_State_type*>(&flag);
  once_flag::_State_type found = once_flag::_Unset;
  while (!__atomic_compare_exchange_n(state, &found, once_flag::_Pending, false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE)) {
    if (found == once_flag::_Complete) return;
    while (__atomic_load_n(state, __ATOMIC_ACQUIRE) == once_flag::_Pending) {
    }
    found = once_flag::_Unset;
  }
  try {
    function(argument);
  } catch (...) {  // others may try
    __atomic_store_n(state, once_flag::_Unset, __ATOMIC_RELEASE);
    throw;
  }
  __atomic_store_n(state, once_flag::_Complete, __ATOMIC_RELEASE);
}

shared_timed_mutex::shared_timed_mutex() {}
void shared_timed_mutex::lock() { __base_.lock(); }
bool shared_timed_mutex::try_lock() { return __base_.try_lock(); }
void shared_timed_mutex::unlock() { __base_.unlock(); }
void shared_timed_mutex::lock_shared() { __base_.lock_shared(); }
bool shared_timed_mutex::try_lock_shared() { return __base_.try_lock_shared(); }
void shared_timed_mutex::unlock_shared() { __base_.unlock_shared(); }

}  // namespace __1
}  // namespace std
