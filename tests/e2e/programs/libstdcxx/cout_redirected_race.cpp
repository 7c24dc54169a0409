// expect: data-race
#include <iostream>
#include <sstream>
#include <thread>
int main() {
  std::ostringstream text;
  auto* before = std::cout.rdbuf(text.rdbuf());
  std::thread t([] { std::cout << 1; });
  text << 2;
  t.join();
  std::cout.rdbuf(before);
}
