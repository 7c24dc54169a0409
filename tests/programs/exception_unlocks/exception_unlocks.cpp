#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::mutex lock;
int counter;

void add() {
  try {
    std::lock_guard<std::mutex> guard(lock);
    ++counter;
    throw counter;
  } catch (int) {
  }
}

int main() {
  std::thread t(add);
  add();
  t.join();
  assert(counter == 2);
}
