// Strings as they were before C++11 (_GLIBCXX_USE_CXX11_ABI=0).
// options: -std=gnu++14
#define _GLIBCXX_USE_CXX11_ABI 0
#include <cassert>
#include <random>
#include <string>

// The library's own, which newer headers do not call.
int compare(const std::string* a, const char* b) __asm__("_ZNKSs7compareEPKc");

int main() {
  std::string a = "one", b = a;
  b += " two";
  assert(a == "one" && b == "one two" && b.find("two") == 4 && b.substr(4) == "two" && a < b);
  b.replace(0, 3, "three");
  assert(b == "three two" && compare(&b, "three") > 0 && b.find_last_of('t') == 6);
  std::random_device device;
  assert(device() >= std::random_device::min());
}
