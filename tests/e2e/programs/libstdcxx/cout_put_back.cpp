// expect: safe
// executions: 2
#include <atomic>
#include <cassert>
#include <iostream>
#include <locale>
#include <sstream>
#include <thread>
void noted(std::ios_base::event, std::ios_base&, int) {}
// What one execution does to the standard streams is gone in the next one.
int main() {
  assert(std::cout.iword(3) == 0 && std::cout.iword(40) == 0 && std::cin.gcount() == 0);
  assert(std::cout.getloc() == std::locale::classic() && std::cout.width() == 0 && std::cout.fill() == ' ');
  std::cout.iword(3) = std::cout.iword(40) = 7;
  std::cout.register_callback(noted, 1);
  std::cout.imbue(std::locale(std::locale::classic(), std::locale::classic(), std::locale::numeric));
  std::cout.fill('*');
  std::cout.width(9);
  char c;
  std::cin.read(&c, 0);
  static int index = std::ios_base::xalloc();
  assert(index == 4);
  std::atomic<int> x{0};
  std::thread t([&] { x = 1; });
  bool is = x == 1;
  t.join();
  return is ? 0 : 0;
}
