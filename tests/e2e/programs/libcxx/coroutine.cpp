// expect: safe
// executions: 1
#include <cassert>
#include <coroutine>
struct G {
  struct promise_type {
    int v = 0;
    G get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int x) {
      v = x;
      return {};
    }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> h;
  ~G() { h.destroy(); }
};
G g() {
  for (int i = 0; i < 3; i++) co_yield i;
}
int main() {
  auto x = g();
  int s = 0;
  for (x.h(); !x.h.done(); x.h()) s += x.h.promise().v;
  assert(s == 3);
}
