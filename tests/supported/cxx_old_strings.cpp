// Strings as they were before C++11 (_GLIBCXX_USE_CXX11_ABI=0).
#define _GLIBCXX_USE_CXX11_ABI 0
#include <cassert>
#include <random>
#include <string>

int main() {
  std::string a = "one", b = a;
  b += " two";
  assert(a == "one" && b == "one two" && b.find("two") == 4 && b.substr(4) == "two" && a < b);
  b.replace(0, 3, "three");
  assert(b == "three two" && b.compare("three") > 0 && b.find_last_of('t') == 6);
  std::random_device device;
  assert(device() >= std::random_device::min());
}
