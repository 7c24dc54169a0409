#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::atomic<int> alive, made;

struct Tracked {
  int value = 3;
  Tracked() {
    ++alive;
    ++made;
  }
  ~Tracked() { --alive; }
};

thread_local Tracked tracked;

int main() {
  std::thread t([] {
    assert(tracked.value == 3 && alive == 1);
    tracked.value = 4;
  });
  t.join();
  assert(alive == 0 && made == 1);
  assert(tracked.value == 3 && alive == 1 && made == 2);
}
