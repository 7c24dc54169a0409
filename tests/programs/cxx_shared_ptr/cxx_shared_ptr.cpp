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

int destroyed;

struct Shared {
  int values[2] = {0, 0};
  ~Shared() {
    assert(values[0] + values[1] > 0);
    ++destroyed;
  }
};

int main() {
  {
    auto shared = std::make_shared<Shared>();
    std::weak_ptr<Shared> weak = shared;
    std::thread t([copy = shared]() mutable {
      copy->values[0] = 1;
      copy.reset();
    });
    shared->values[1] = 1;
    shared.reset();
    t.join();
    assert(weak.expired());
  }
  assert(destroyed == 1);
}
