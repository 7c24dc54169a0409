// expect: safe
// executions: 20, libstdc++: 30
#include <cassert>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>
int main() {
  std::promise<int> p;
  auto f = p.get_future();
  std::thread a([&] {
    try {
      throw std::runtime_error(std::string("a") + "b");
    } catch (...) {
      p.set_exception(std::current_exception());
    }
  });
  try {
    f.get();
    assert(false);
  } catch (const std::runtime_error& e) {
    assert(e.what() == std::string("ab"));
  }
  a.join();
}
