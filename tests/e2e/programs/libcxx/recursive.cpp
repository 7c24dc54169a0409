// expect: safe
// executions: 2
#include <cassert>
#include <mutex>
#include <thread>
std::recursive_mutex m;
int x;
void f() {
  std::lock_guard g(m);
  x++;
  if (x % 2) f();
}
int main() {
  std::thread a(f);
  std::thread b(f);
  a.join();
  b.join();
  assert(x == 4);
}
