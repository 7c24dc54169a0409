// expect: safe
// executions: 1
#include <cassert>
#include <future>
int main() {
  std::future<int> f;
  {
    std::promise<int> p;
    f = p.get_future();
  }
  try {
    f.get();
    assert(false);
  } catch (const std::future_error& e) {
    assert(e.code() == std::future_errc::broken_promise);
  }
}
