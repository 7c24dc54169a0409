// expect: safe
// libstdc++: none, it says generic
#include <cassert>
#include <mutex>
#include <system_error>
int main() {
  std::unique_lock<std::mutex> lock;
  try {
    lock.lock();
    assert(false);
  } catch (const std::system_error& e) {
    assert(e.code() == std::error_code(1, std::system_category()));
  }
  assert(std::generic_category().message(5000) == "unspecified generic_category error");
}
