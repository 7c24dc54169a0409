#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::atomic<bool> returned;
int seen;

std::thread __attribute__((noinline)) start() {
  int local = 7;
  return std::thread([&local] {
    if (returned) seen = local;
  });
}

int main() {
  std::thread t = start();
  returned = true;
  t.join();
}
