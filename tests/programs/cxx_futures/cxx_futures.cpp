#include <cassert>
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::future<int> value = promise.get_future();
  std::thread setter([&] { promise.set_value(3); });
  assert(value.get() == 3);
  setter.join();

  std::packaged_task<int()> task([]() -> int { throw 5; });
  std::future<int> failed = task.get_future();
  std::thread runner(std::move(task));
  try {
    failed.get();
    assert(false);
  } catch (int number) {
    assert(number == 5);
  }
  runner.join();
}
