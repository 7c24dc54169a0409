#include <cassert>
#include <future>
#include <thread>

static int ended;

struct Last {
  bool isUsed = false;
  ~Last() { ++ended; }
};
thread_local Last last;

int main() {
  std::promise<int> promise;
  std::future<int> value = promise.get_future();
  std::thread setter([&] {
    last.isUsed = true;
#ifdef EARLY
    promise.set_value(3);
#else
    promise.set_value_at_thread_exit(3);
#endif
  });
  assert(value.get() == 3 && ended == 1);
  setter.join();
}
