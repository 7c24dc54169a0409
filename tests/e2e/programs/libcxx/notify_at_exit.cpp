// expect: safe
// executions: 2
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex m;
std::condition_variable c;
bool done;
int main() {
  std::thread a([] {
    std::unique_lock g(m);
    done = true;
    std::notify_all_at_thread_exit(c, std::move(g));
  });
  {
    std::unique_lock g(m);
    c.wait(g, [] { return done; });
  }
  a.join();
}
