// expect: data-race
#include <barrier>
#include <thread>
std::barrier b(2);
int x;
int main() {
  std::thread a([] {
    b.arrive_and_wait();
    x = 1;
  });
  b.arrive_and_wait();
  x = 2;
  a.join();
}
