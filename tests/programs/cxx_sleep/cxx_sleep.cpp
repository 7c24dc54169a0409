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

std::atomic<int> x;

int main() {
  std::thread t([] {
    std::this_thread::sleep_for(std::chrono::seconds(10));
    x = 1;
  });
  std::this_thread::yield();
  auto before = std::chrono::steady_clock::now();
  x = 2;
  t.join();
  assert(std::chrono::steady_clock::now() >= before);
}
