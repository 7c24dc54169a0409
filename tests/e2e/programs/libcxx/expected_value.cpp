// expect: safe
// libstdc++: none, version 12 is older
// flags: -std=c++23
#include <cassert>
#include <cstring>
#include <expected>
#include <print>
int main() {
  std::expected<int, int> none = std::unexpected(3);
  try {
    none.value();
    assert(false);
  } catch (const std::bad_expected_access<int>& e) {
    assert(e.error() == 3 && std::strcmp(e.what(), "bad access to std::expected") == 0);
  }
  std::println("{}", none.error());
}
