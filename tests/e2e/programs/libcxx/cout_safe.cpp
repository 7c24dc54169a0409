// expect: safe
// executions: 2
#include <atomic>
#include <cassert>
#include <iostream>
#include <thread>
std::atomic<int> n;
int main() {
  assert(std::cout.width() == 0 && (std::cout.flags() & std::ios::dec));
  std::thread t([] { std::cout << "t" << n++ << std::endl; });
  std::cout << "m" << n++ << '\n';
  std::cout.width(7);
  std::cout << std::hex;
  t.join();
}
