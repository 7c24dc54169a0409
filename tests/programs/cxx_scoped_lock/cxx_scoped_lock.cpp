#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b;
int counter;

void add() {
  std::scoped_lock both(a, b);
  ++counter;
}

int main() {
  std::thread t(add);
  add();
  t.join();
  assert(counter == 2);
}
