#include <cxxabi.h>
#include <cassert>
#include <cstdlib>
#include <cstring>
int main() {
  int status;
  char *name = abi::__cxa_demangle("St6vectorIiSaIiEE", nullptr, nullptr, &status);
  assert(status == 0 && std::strstr(name, "vector"));
  std::free(name);
}
