// expect: safe
// executions: 30, libstdc++: 1
#include <cassert>
#include <future>
int main() {
  auto f = std::async(std::launch::async, []() -> int { throw 5; });
  try {
    f.get();
    assert(false);
  } catch (int e) {
    assert(e == 5);
  }
}
