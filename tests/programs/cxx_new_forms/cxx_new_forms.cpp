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

int destroyed = 0, own = 0;

struct Base {
  virtual ~Base() { ++destroyed; }
};
struct Derived : Base {
  int numbers[4] = {1, 2, 3, 4};
};
struct alignas(64) Wide {
  char bytes[64];
};
struct Own {
  static void* operator new(std::size_t size) {
    ++own;
    return std::malloc(size);
  }
  static void operator delete(void* p) {
    --own;
    std::free(p);
  }
};

int main() {
  Base* base = new Derived;
  assert(dynamic_cast<Derived*>(base)->numbers[3] == 4);
  delete base;
  delete[] new Derived[3];
  assert(destroyed == 4);
  Wide* wide = new Wide();
  assert(reinterpret_cast<std::uintptr_t>(wide) % 64 == 0);
  delete wide;
  delete[] new Wide[2];
  int* maybe = new (std::nothrow) int(5);
  assert(maybe != nullptr && *maybe == 5);
  delete maybe;
  alignas(Derived) unsigned char room[sizeof(Derived)];
  Derived* placed = new (room) Derived;
  placed->~Derived();
  assert(destroyed == 5);
  delete new Own;
  assert(own == 0);
  ::operator delete(::operator new(10), std::size_t{10});
  int* nothing = nullptr;
  delete nothing;
  auto pointer = std::make_unique<int[]>(4);
  assert(pointer[2] == 0);
}
