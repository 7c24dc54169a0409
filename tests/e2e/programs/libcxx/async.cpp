// expect: safe
// executions: 3, libstdc++: 1
#include <cassert>
#include <future>
int main() {
  auto f = std::async(std::launch::async, [] { return 3; });
  auto g = std::async(std::launch::deferred, [] { return 4; });
  assert(f.get() + g.get() == 7);
}
