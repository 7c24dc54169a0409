#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::mutex lock;
int counter;

void add(int n) {
  std::lock_guard<std::mutex> guard(lock);
  counter += n;
}

int main() {
  std::thread a(add, 1);
  std::thread b([] { add(10); });
  a.join();
  b.join();
  assert(counter == 11 && !a.joinable());
}
