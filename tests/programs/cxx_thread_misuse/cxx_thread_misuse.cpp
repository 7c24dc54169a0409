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

int main() {
  int got = 0;
  std::thread t([&got](std::unique_ptr<int> p) { got = *p; }, std::make_unique<int>(7));
  assert(t.get_id() != std::this_thread::get_id());
  std::thread moved = std::move(t);
  moved.join();
  assert(got == 7);
  int errors = 0;
  for (std::thread* each : {&t, &moved}) {
    try {
      each->join();
    } catch (const std::system_error& e) {
      assert(e.code() == std::errc::invalid_argument);
      ++errors;
    }
  }
  assert(errors == 2);
}
