#include <thread>
#include <atomic>
std::thread t; std::atomic<int> go;
int main() {
  std::thread a([]{ t = std::thread([]{}); go.store(1, std::memory_order_relaxed); });
  if (go.load(std::memory_order_relaxed)) t.join();
  a.join();
  if (t.joinable()) t.join();
}
