// expect: safe
// executions: 5, libstdc++: 14
#include <barrier>
#include <cassert>
#include <thread>
std::barrier b(2);
int x;
int main() {
  std::thread a([] {
    x = 1;
    b.arrive_and_drop();
  });
  b.arrive_and_wait();
  assert(x == 1);
  b.arrive_and_wait();
  a.join();
}
