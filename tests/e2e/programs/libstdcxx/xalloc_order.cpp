// expect: assertion
#include <cassert>
#include <ios>
#include <thread>
int main() {
  int first = 0, second = 0;
  std::thread t([&] { first = std::ios_base::xalloc(); });
  second = std::ios_base::xalloc();
  t.join();
  assert(first < second);
}
