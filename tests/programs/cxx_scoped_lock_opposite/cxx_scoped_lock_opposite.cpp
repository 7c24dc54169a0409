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
  {
    std::scoped_lock both(b, a);
    ++counter;
  }
  t.join();
}
