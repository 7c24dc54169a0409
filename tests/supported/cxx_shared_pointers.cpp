// Atomic access to shared pointers, whose locks are libstdc++'s.
#include <cassert>
#include <memory>
#include <thread>

// As a base class would call them.
void lock(void* locker, const void* at) __asm__("_ZNSt10_Sp_lockerC2EPKv");
void lockTwo(void* locker, const void* a, const void* b) __asm__("_ZNSt10_Sp_lockerC2EPKvS1_");
void unlock(void* locker) __asm__("_ZNSt10_Sp_lockerD2Ev");

int main() {
  std::shared_ptr<int> pointer = std::make_shared<int>(1);
  std::thread thread([&] { std::atomic_store(&pointer, std::make_shared<int>(2)); });
  const std::shared_ptr<int> found = std::atomic_load(&pointer);
  assert(*found == 1 || *found == 2);
  thread.join();
  std::shared_ptr<int> expected = std::make_shared<int>(2);
  assert(!std::atomic_compare_exchange_strong(&pointer, &expected, found) && *expected == 2);
  assert(std::atomic_compare_exchange_strong(&pointer, &expected, found) && pointer == found);
  assert(std::atomic_exchange(&pointer, expected) == found && pointer == expected);

  unsigned char locker[2] = {};  // two numbers of locks
  lock(locker, &pointer);
  unlock(locker);
  lockTwo(locker, &pointer, &expected);
  unlock(locker);
}
