// expect: safe
// executions: 40, libstdc++: 70
#include <cassert>
#include <memory>
#include <thread>
struct S {
  int x = 1;
  ~S() { x = 0; }
};
int main() {
  auto p = std::make_shared<S>();
  std::weak_ptr<S> w(p);
  std::thread t([w] {
    if (auto q = w.lock()) assert(q->x == 1);
  });
  std::thread u([p] { assert(p->x == 1); });
  p.reset();
  t.join();
  u.join();
  assert(w.expired());
}
