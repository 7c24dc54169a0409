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

std::atomic<int> steps;

struct Unwound {
  bool& flag;
  ~Unwound() {
    ++steps;  // another thread may run while this one unwinds
    assert(std::uncaught_exceptions() == 1);
    flag = true;
  }
};

void work(int id) {
  bool unwound = false;
  std::string text;
  try {
    Unwound guard{unwound};
    throw std::runtime_error("thread " + std::to_string(id));
  } catch (const std::exception& e) {
    ++steps;  // … or while it handles the exception
    text = e.what();
    assert(std::uncaught_exceptions() == 0 && std::current_exception() != nullptr);
  }
  assert(unwound && text == "thread " + std::to_string(id));
}

int main() {
  std::thread a(work, 1), b(work, 2);
  a.join();
  b.join();
  assert(steps == 4);
}
