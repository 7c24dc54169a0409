// expect: safe
// executions: 1
#include <cassert>
#include <chrono>
#include <thread>
using namespace std::chrono_literals;

int main() {
  auto t = std::chrono::steady_clock::now();
  std::this_thread::sleep_for(5ms);
  assert(std::chrono::steady_clock::now() - t >= 5ms);
  std::this_thread::sleep_until(std::chrono::system_clock::now() + 1ms);
  std::this_thread::yield();
  assert(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now()) > 0);
  assert(std::thread::hardware_concurrency() > 0);
}
