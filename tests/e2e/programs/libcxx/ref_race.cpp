// expect: data-race
#include <atomic>
#include <thread>
int x;
int main() {
  auto g = [] { std::atomic_ref(x)++; };
  std::thread t(g);
  x++;
  t.join();
}
