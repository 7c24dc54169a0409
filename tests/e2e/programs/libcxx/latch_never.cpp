// expect: deadlock
#include <latch>
#include <thread>
std::latch l(2);
int main() {
  std::thread a([] { l.count_down(); });
  l.wait();
  a.join();
}
