// expect: safe
// executions: 5
#include <cassert>
#include <chrono>
#include <thread>
using namespace std::chrono_literals;
#include <semaphore>
std::counting_semaphore<2> s(0);
int x;
int main() {
  std::thread a([] {
    x = 1;
    s.release();
  });
  s.acquire();
  assert(x == 1);
  a.join();
  assert(!s.try_acquire_for(1ms));
}
