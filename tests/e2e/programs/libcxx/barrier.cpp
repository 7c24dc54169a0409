// expect: safe
// executions: 4, libstdc++: 266
#include <barrier>
#include <cassert>
#include <thread>
int done;
std::barrier b(2, []() noexcept { done++; });
int x[2];
int main() {
  std::thread a([] {
    x[0] = 1;
    b.arrive_and_wait();
    assert(x[1] == 1);
    b.arrive_and_wait();
    assert(done == 2);
  });
  x[1] = 1;
  b.arrive_and_wait();
  assert(x[0] == 1);
  b.arrive_and_wait();
  a.join();
}
