#include <cassert>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <chrono>
std::mutex m; std::condition_variable c; bool ready; std::shared_mutex s; int x; std::once_flag o; int inits;
int main() {
  std::thread t([] { std::unique_lock l(m); c.wait(l, [] { return ready; }); std::shared_lock k(s); assert(x >= 0); });
  std::thread u([] { std::unique_lock l(m); bool r = c.wait_for(l, std::chrono::milliseconds(5), [] { return ready; }); assert(r == ready); });
  { std::lock_guard l(m); ready = true; } c.notify_all(); { std::unique_lock k(s); x++; }
  t.join(); u.join();
}
