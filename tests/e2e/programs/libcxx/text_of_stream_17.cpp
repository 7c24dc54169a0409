// expect: safe
// flags: -std=c++17
#include <cassert>
#include <sstream>
int main() {
  std::ostringstream out;
  out << 42 << "x";
  assert(out.str() == "42x");
}
