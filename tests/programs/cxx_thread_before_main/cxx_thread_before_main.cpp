#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::atomic<int> x;

struct Worker {
  std::thread thread{[] { ++x; }};
  ~Worker() {
    thread.join();
    assert(x == 2);
  }
} worker;

int main() { ++x; }
