#include <atomic>
#include <cassert>
#include <latch>
#include <semaphore>
#include <thread>

int main() {
  int x = 0;
  std::latch latch(2);
  std::counting_semaphore<2> semaphore(0);
  std::atomic<int> state{0};
  std::thread other([&] {
    x = 1;
    latch.count_down();
    semaphore.acquire();
    assert(x == 2);
    state = 1;
    state.notify_one();
  });
  latch.arrive_and_wait();
  assert(x == 1);
  x = 2;
  semaphore.release();
  state.wait(0);
  assert(state == 1);
  other.join();
}
