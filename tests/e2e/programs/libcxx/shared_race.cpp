// expect: data-race
#include <shared_mutex>
#include <thread>
std::shared_mutex m;
int x;
int main() {
  std::thread a([] {
    std::shared_lock g(m);
    x++;
  });
  std::thread b([] {
    std::shared_lock g(m);
    x++;
  });
  a.join();
  b.join();
}
