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

using Counter = std::atomic<long>;

void use(void* memory) {
  auto* counter = new (memory) Counter(10);
  std::thread t([counter] { counter->fetch_add(1); });
  long seen = counter->load();
  assert(seen == 10 || seen == 11);
  t.join();
  assert(*counter == 11);
  counter->~Counter();
}

int main() {
  void* memory = std::malloc(sizeof(Counter));
  use(memory);
  use(memory);
  std::free(memory);
}
