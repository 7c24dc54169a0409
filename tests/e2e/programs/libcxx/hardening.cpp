// expect: abort
// libstdc++: out-of-bounds, which it does not check itself
#define _LIBCPP_HARDENING_MODE _LIBCPP_HARDENING_MODE_EXTENSIVE
#include <vector>
int main() {
  std::vector<int> v(2);
  return v[2];
}
