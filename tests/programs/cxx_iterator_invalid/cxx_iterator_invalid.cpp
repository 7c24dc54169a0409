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
  std::vector<int> numbers{1, 2};
  int* first = &numbers[0];
  numbers.push_back(3);
  return *first;
}
