// Threads of C++, and what they wait at.
#include <heddle/heddle.h>

#include <atomic>
#include <barrier>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <thread>

using namespace std::chrono_literals;

// Which headers have called in some versions.
void sleepFor(std::chrono::seconds seconds, std::chrono::nanoseconds more) __asm__(
    "_ZNSt11this_thread11__sleep_forENSt6chrono8durationIlSt5ratioILl1ELl1EEEENS1_IlS2_ILl1ELl1000000000EEEE");

// Of libstdc++.so, which has it for itself.
#ifdef HEDDLE
namespace std {
void __at_thread_exit(__at_thread_exit_elt* element);
}
#endif

namespace {

struct Named : std::condition_variable {};  // its constructor and destructor as those of a base class

void threads() {
  int data = 0;
  std::thread thread([&] { data = 1; });
  assert(thread.joinable() && thread.get_id() != std::this_thread::get_id());
  thread.join();
  assert(data == 1 && !thread.joinable() && std::thread::hardware_concurrency() > 0);
  std::thread([] {}).detach();
  std::jthread([&] { data = 2; }).join();
  assert(data == 2);
  const auto before = std::chrono::steady_clock::now();
  const auto real = std::chrono::system_clock::now();
  std::this_thread::sleep_for(2ms);
  sleepFor(0s, 3ms);
  std::this_thread::yield();
  assert(std::chrono::steady_clock::now() - before >= 5ms && std::chrono::system_clock::now() > real);
}

void conditions() {
  std::mutex mutex;
  std::condition_variable condition;
  Named all;
  int state = 0;
  std::thread thread([&] {
    std::unique_lock lock(mutex);
    condition.wait(lock, [&] { return state == 1; });
    state = 2;
    all.notify_all();
  });
  std::unique_lock lock(mutex);
  state = 1;
  condition.notify_one();
  all.wait(lock, [&] { return state == 2; });
  assert(condition.wait_for(lock, 0ms) == std::cv_status::timeout);
  lock.unlock();
  thread.join();
}

void locks() {
  std::mutex a, b;
  std::recursive_mutex recursive;
  std::timed_mutex timed;
  std::shared_mutex shared;
  int count = 0;
  std::thread thread([&] {
    std::scoped_lock both(b, a);
    ++count;
  });
  {
    std::scoped_lock both(a, b);
    ++count;
  }
  thread.join();
  std::mutex free;
  assert(count == 2 && free.try_lock());
  free.unlock();
  std::lock_guard outer(recursive);
  std::lock_guard inner(recursive);
  assert(timed.try_lock_for(0ms));
  timed.unlock();
  std::shared_lock reads(shared);
  assert(!shared.try_lock() && shared.try_lock_shared());
  shared.unlock_shared();
  static std::once_flag once;
  for (int i = 0; i < 2; ++i) std::call_once(once, [&] { ++count; });
  assert(count == 3);
}

void futures() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  assert(future.wait_for(0ms) == std::future_status::timeout);
  assert(future.wait_until(std::chrono::system_clock::now()) == std::future_status::timeout);
  std::thread thread([&] { promise.set_value(42); });
  assert(future.get() == 42);
  thread.join();
  assert(std::async(std::launch::async, [] { return 7; }).get() == 7);
}

int atEnd = 0;  // how much was done when a thread ended

struct Local {
  ~Local() { atEnd = atEnd * 10 + 1; }
  void use() {}
};
thread_local Local local;

void resultsAtTheEnd() {
  atEnd = 0;
  std::promise<int> promise;
  std::thread thread([&] {
    promise.set_value_at_thread_exit(2);
    local.use();
  });
  assert(promise.get_future().get() == 2 && atEnd == 1);
  thread.join();
}

void failuresAtTheEnd() {
  std::promise<int> failing;
  std::thread thread([&] { failing.set_exception_at_thread_exit(std::make_exception_ptr(3)); });
  try {
    failing.get_future().get();
    assert(false);
  } catch (int number) {
    assert(number == 3);
  }
  thread.join();
}

void tasksAtTheEnd() {
  atEnd = 0;
  std::packaged_task<int()> task([] {
    local.use();
    return 4;
  });
  std::thread thread([&] { task.make_ready_at_thread_exit(); });
  assert(task.get_future().get() == 4 && atEnd == 1);
  thread.join();
}

void notificationsAtTheEnd() {
  atEnd = 0;
  std::mutex mutex;
  std::condition_variable condition;
  bool isDone = false;
  std::thread thread([&] {
    local.use();
    std::unique_lock lock(mutex);
    isDone = true;
    std::notify_all_at_thread_exit(condition, std::move(lock));
  });
  std::unique_lock lock(mutex);
  condition.wait(lock, [&] { return isDone; });
  assert(atEnd == 1);
  lock.unlock();
  thread.join();
}

void elementsAtTheEnd() {
#ifdef HEDDLE
  std::thread([] {
    static std::__at_thread_exit_elt element{nullptr, [](void* self) { atEnd = self == &element ? 9 : 0; }};
    std::__at_thread_exit(&element);
    local.use();
  }).join();
  assert(atEnd == 9);
#endif
}

void atomics() {
  std::atomic<int> word = 0;
  std::latch latch(1);
  std::binary_semaphore semaphore(0);
  std::barrier barrier(2);
  std::thread thread([&] {
    word.store(1);
    word.notify_one();
    latch.wait();
    semaphore.release();
    barrier.arrive_and_wait();
  });
  word.wait(0);
  assert(word.load() == 1);
  latch.count_down();
  semaphore.acquire();
  barrier.arrive_and_wait();
  thread.join();
}

}  // namespace

// What they do has nothing in common: to explore one after the other would multiply their executions.
int main() {
  void (*const parts[])() = {threads,          conditions,    locks,
                             futures,          atomics,       resultsAtTheEnd,
                             failuresAtTheEnd, tasksAtTheEnd, notificationsAtTheEnd,
                             elementsAtTheEnd};
#ifdef HEDDLE
  parts[heddle_choose(10)]();
#else
  for (const auto part : parts) part();
#endif
}
