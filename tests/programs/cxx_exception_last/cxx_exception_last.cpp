#include <atomic>
#include <cassert>
#include <exception>
#include <thread>

thread_local bool isThrower = false;

struct Error {
  int code;
  explicit Error(int c) : code(c) {}
  ~Error() {
    code = 0;
    assert(!isThrower);
  }
};

std::exception_ptr shared;
std::atomic<bool> ready;

void fail() {
  isThrower = true;
  try {
    throw Error(1);
  } catch (const Error& e) {
    shared = std::current_exception();
    ready.store(true, std::memory_order_release);
    assert(e.code == 1);
  }
}

int main() {
  std::thread t(fail);
  if (ready.load(std::memory_order_acquire)) {
    try {
      std::rethrow_exception(std::move(shared));
    } catch (const Error& e) {
      assert(e.code == 1);
    }
  }
  t.join();
}
