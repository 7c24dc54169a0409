// expect: assertion
#include <atomic>
#include <cassert>
#include <iomanip>
#include <iostream>
#include <thread>
std::atomic<int> n;
struct S {
  S() { std::cout << "before main\n"; }
} s;
int main() {
  std::thread t([] {
    std::cout << "thread " << 1.5 << std::endl;
    n++;
  });
  std::cout << std::setw(5) << 42 << '\n';
  std::cerr << "err " << std::hex << 255 << "\n";
  int a = 0;
  std::cin >> a;
  std::cout << std::cin.eof() << a << std::cout.flags() << std::endl;
  std::cout << std::hex;
  t.join();
  assert(n == 2);
}
