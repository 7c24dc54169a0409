// The same lost update as lost_update.c, in C++.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> counter{0};

int main() {
  auto add = [] { counter.store(counter.load() + 1); };
  std::thread first(add), second(add);
  first.join();
  second.join();
  assert(counter == 2);
}
