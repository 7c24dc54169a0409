#include <latch>
#include <thread>

int main() {
  std::latch latch(3);
  std::thread other([&] { latch.arrive_and_wait(); });
  latch.arrive_and_wait();
  other.join();
}
