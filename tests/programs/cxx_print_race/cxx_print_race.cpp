#include <iostream>
#include <string>
#include <thread>
std::string s = "hello";
int main() {
  std::thread t([] { s += " world, this is a longer string"; });
  std::cout << s << "\n";
  t.join();
}
