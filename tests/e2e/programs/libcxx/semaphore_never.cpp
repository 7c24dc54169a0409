// expect: deadlock
#include <semaphore>
#include <thread>
std::counting_semaphore<2> s(1);
int main() {
  std::thread a([] { s.acquire(); });
  s.acquire();
  a.join();
}
