// expect: safe
// executions: 2
// flags: -fexperimental-library
#include <atomic>
#include <cassert>
#include <stop_token>
#include <thread>
int main() {
  std::atomic<int> n{0};
  {
    std::jthread t([&](std::stop_token s) {
      while (!s.stop_requested()) {
      }
      n++;
    });
  }
  assert(n == 1);
}
