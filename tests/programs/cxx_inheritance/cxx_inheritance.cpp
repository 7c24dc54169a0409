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

struct Shape {
  virtual ~Shape() = default;
  virtual int area() const = 0;
};
struct Named {
  std::string name = "nameless";
  virtual ~Named() = default;
};
struct Square : virtual Shape, Named {
  int side = 3;
  int area() const override { return side * side; }
};

int work() {
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.push_back(std::make_unique<Square>());
  auto* named = dynamic_cast<Named*>(shapes[0].get());
  assert(named != nullptr && named->name == "nameless");
  std::variant<int, std::string> either = std::string("text");
  assert(std::get<std::string>(either).size() == 4);
  either = 5;
  std::optional<int> maybe;
  assert(!maybe);
  maybe = std::get<int>(either);
  auto [a, b] = std::make_tuple(1, *maybe);
  std::vector<int> numbers{3, 1, 2};
  std::sort(numbers.begin(), numbers.end());
  assert(std::is_sorted(numbers.begin(), numbers.end()) && numbers.front() == 1);
  return a + b + shapes[0]->area();
}

int main() {
  int result = 0;
  std::thread t([&result] { result = work(); });
  assert(work() == 15);
  t.join();
  assert(result == 15);
}
