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

template <typename T>
concept Counts = requires(T t) {
  { ++t } -> std::convertible_to<int>;
};

struct Version {
  int major = 0, minor = 0;
  auto operator<=>(const Version&) const = default;
};

constinit std::atomic<int> counter = 0;

void bump(Counts auto& c) { ++c; }

consteval int square(int n) { return n * n; }

int sum(std::span<const int> numbers) {
  int result = 0;
  for (int n : numbers) result += n;
  return result;
}

int main() {
  std::thread t([] { bump(counter); });
  int seen = counter.load();
  assert(seen == 0 || seen == 1);
  t.join();
  const int numbers[] = {1, 2, square(3)};
  assert(sum(numbers) == 12);
  assert((Version{.major = 1, .minor = 2} < Version{.major = 1, .minor = 3}));
  auto add = []<typename T>(T a, T b) { return a + b; };
  assert(add(1, 2) == 3);
}
