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

struct Base {
  virtual ~Base() = default;
  virtual int code() const { return 1; }
};
struct Derived : Base {
  int code() const override { return 2; }
};

int alive = 0;
struct Counted {
  Counted() { ++alive; }
  ~Counted() { --alive; }
};

void deep(int n) {
  Counted here;
  if (n == 0) throw Derived();
  deep(n - 1);
}

int main() {
  int code = 0;
  try {
    try {
      deep(5);
    } catch (Base& b) {
      code = b.code();
      try {
        throw 7;
      } catch (int n) {
        code += n;
      }
      throw;
    }
  } catch (const Derived&) {
    code *= 10;
  }
  assert(code == 90 && alive == 0);
  bool caught = false;
  try {
    (void)std::vector<int>(3).at(3);
  } catch (const std::out_of_range&) {
    caught = true;
  }
  assert(caught);
  std::exception_ptr kept;
  try {
    throw std::logic_error("kept");
  } catch (...) {
    kept = std::current_exception();
  }
  caught = false;
  try {
    std::rethrow_exception(kept);
  } catch (const std::logic_error&) {
    caught = true;
  }
  assert(caught);
}
