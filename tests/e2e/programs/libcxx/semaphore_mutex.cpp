// expect: safe
// libstdc++: deadlock, since binary_semaphore of libstdc++ 12 may leave a thread asleep
// executions: 36
#include <cassert>
#include <semaphore>
#include <thread>
std::binary_semaphore s(1);
int x;
int main() {
  auto f = [] {
    s.acquire();
    x++;
    s.release();
  };
  std::thread a(f);
  std::thread b(f);
  a.join();
  b.join();
  assert(x == 2);
}
