#include <atomic>
#include <cassert>
#include <thread>

std::atomic_flag taken = ATOMIC_FLAG_INIT;
int counter;

void add() {
  while (taken.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
  ++counter;
  taken.clear(std::memory_order_release);
}

int main() {
  std::thread a(add), b(add);
  a.join();
  b.join();
  assert(counter == 2);
}
