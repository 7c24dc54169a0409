/* What libc++.so has of <thread>, and what is done when a thread ends: std::notify_all_at_thread_exit and the states of
   futures that become ready then. */
#include <errno.h>
#include <pthread.h>

#include <condition_variable>
#include <future>
#include <mutex>
#include <system_error>
#include <thread>

namespace std {
inline namespace __1 {

thread::~thread() {
  if (joinable()) terminate();
}

void thread::join() {
  const bool isSelf = joinable() && pthread_equal(__t_, pthread_self()) != 0;
  const int error = isSelf ? EDEADLK : joinable() ? pthread_join(__t_, nullptr) : EINVAL;
  if (error != 0) __throw_system_error(error, "thread::join failed");
  __t_ = 0;
}

void thread::detach() {
  const int error = joinable() ? pthread_detach(__t_) : EINVAL;
  if (error != 0) __throw_system_error(error, "thread::detach failed");
  __t_ = 0;
}

unsigned thread::hardware_concurrency() noexcept { return 2; }

void this_thread::sleep_for(const chrono::nanoseconds& time) {
  if (time > chrono::nanoseconds::zero()) __libcpp_thread_sleep_for(time);
}

/* What a thread has to do at its end; the last first. One of the two is null. */
class __thread_struct_imp {
 public:
  __thread_struct_imp* next;
  condition_variable* condition;
  mutex* held;
  __assoc_sub_state* state;
};

__thread_struct::__thread_struct() : __p_(nullptr) {}

__thread_struct::~__thread_struct() {
  while (__thread_struct_imp* const first = __p_) {
    __p_ = first->next;
    if (first->state != nullptr) {
      first->state->__make_ready();
      first->state->__release_shared();
    } else {
      first->held->unlock();
      first->condition->notify_all();
    }
    delete first;
  }
}

void __thread_struct::notify_all_at_thread_exit(condition_variable* condition, mutex* held) {
  __p_ = new __thread_struct_imp{__p_, condition, held, nullptr};
}

void __thread_struct::__make_ready_at_thread_exit(__assoc_sub_state* state) {
  state->__add_shared();
  __p_ = new __thread_struct_imp{__p_, nullptr, nullptr, state};
}

/* Made before any thread starts, so that threads do not meet where it is made. */
alignas(__thread_specific_ptr<__thread_struct>) static char ofThread[sizeof(__thread_specific_ptr<__thread_struct>)];
static bool isMade;

__thread_specific_ptr<__thread_struct>& __thread_local_data() {
  auto& data = reinterpret_cast<__thread_specific_ptr<__thread_struct>&>(ofThread);
  if (!isMade) {
    isMade = true;
    ::new (ofThread) __thread_specific_ptr<__thread_struct>();
  }
  return data;
}

/* A std::thread sets its own before it begins. */
static __thread_struct& ownThreadData() {
  auto& own = __thread_local_data();
  if (own.get() == nullptr) own.set_pointer(new __thread_struct);
  return *own.get();
}

[[gnu::constructor(101)]] static void makeDataOfMain() { ownThreadData(); }

void notify_all_at_thread_exit(condition_variable& condition, unique_lock<mutex> lock) {
  ownThreadData().notify_all_at_thread_exit(&condition, lock.release());
}

}  // namespace __1
}  // namespace std
