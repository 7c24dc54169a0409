#include <cassert>
#include <iostream>
#include <thread>

int main() {
  int a = 0;
  std::thread t([&] { a = std::cin.get(); });
  const int b = std::cin.get();
  t.join();
  assert(a + b == 'a' + 'b');
  assert(a == 'a');
}
