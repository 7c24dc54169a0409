// std::lock of three mutexes, in different orders.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b, c;
int counter;

static void add() {
  ++counter;
  a.unlock();
  b.unlock();
  c.unlock();
}

int main() {
  std::thread t([] {
    std::lock(a, b, c);
    add();
  });
  std::lock(c, a, b);
  add();
  t.join();
  assert(counter == 2);
}
