// expect: safe
// executions: 6, libstdc++: 2
#include <cassert>
#include <mutex>
#include <thread>
std::once_flag f;
int x, tries;
int main() {
  auto g = [] {
    try {
      std::call_once(f, [] {
        if (tries++ == 0) throw 1;
        x++;
      });
      assert(x == 1);
    } catch (int) {
    }
  };
  std::thread a(g), b(g);
  a.join();
  b.join();
  assert(x == 1 && tries == 2);
}
