#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>
#include <compare>
#include <concepts>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

std::atomic<int> flag[4];

int main() {
  using namespace std::chrono_literals;
  std::thread t([] {
    while (!flag[0].load()) std::this_thread::yield();
    while (!flag[1].load()) std::this_thread::sleep_for(1ms);
    for (auto pause = 1us; !flag[2].load(); pause *= 2) std::this_thread::sleep_for(pause);
    while (!flag[3].load(std::memory_order_acquire)) {
      for (int i = 0; i < 16; ++i) std::this_thread::yield();
    }
  });
  for (std::atomic<int>& one : flag) one = 1;
  t.join();
}
