// expect: data-race
#include <mutex>
#include <thread>
std::mutex m;
int x;
int main() {
  std::thread a([] {
    std::lock_guard g(m);
    x++;
  });
  std::thread b([] { x++; });
  a.join();
  b.join();
}
