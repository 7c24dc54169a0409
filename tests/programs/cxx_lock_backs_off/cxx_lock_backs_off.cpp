// One thread locks two mutexes at once, the other one after the other, in the opposite order: the first backs off.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b;
int counter;

int main() {
  std::thread t([] {
    std::scoped_lock both(a, b);
    ++counter;
  });
  b.lock();
  a.lock();
  ++counter;
  a.unlock();
  b.unlock();
  t.join();
  assert(counter == 2);
}
