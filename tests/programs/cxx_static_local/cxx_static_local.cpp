#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

int constructed;

struct Counter {
  int value;
  explicit Counter(int v) : value(v) { ++constructed; }
};

int get(int v) {
  static Counter counter(v);
  return counter.value;
}

int main() {
  int a = 0, b = 0;
  std::thread t([&a] { a = get(1); });
  b = get(2);
  t.join();
  assert(a == b && constructed == 1);
}
