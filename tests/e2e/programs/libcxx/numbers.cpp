// expect: safe
// libstdc++: none, since version 12 has no <format>
#include <cassert>
#include <charconv>
#include <format>
#include <string>
#include <system_error>
template <typename... A>
std::string put(A... a) {
  char c[400];
  return std::string(c, std::to_chars(c, c + sizeof c, a...).ptr);
}
int main() {
  assert(put(1.5) == "1.5" && put(0.1f) == "0.1" && put(1e22) == "1e+22" && put(100000.0) == "1e+05" &&
         put(123456.0) == "123456" && put(-0.0) == "-0" && put(1.0 / 3) == "0.3333333333333333");
  assert(put(1234.5, std::chars_format::scientific) == "1.2345e+03" &&
         put(1e6, std::chars_format::general) == "1e+06" && put(0.5, std::chars_format::hex) == "1p-1" &&
         put(2.0 / 3, std::chars_format::fixed, 3) == "0.667");
  char c[2];
  assert(std::to_chars(c, c + 2, 1.25).ec == std::errc::value_too_large);
  assert(std::format("{} {:.2f} {:>5} {:x}", 1.5, 2.0, "ab", 255) == "1.5 2.00    ab ff");
  assert(std::to_string(-7) == "-7" && std::to_string(2.5) == "2.500000" && std::to_wstring(12) == L"12");
  assert(std::stoi(" 12x") == 12 && std::stoul("ff", nullptr, 16) == 255 && std::stold("1.5") == 1.5L &&
         std::stoi(L"3") == 3);
  size_t n;
  assert(std::stod("2.5abc", &n) == 2.5 && n == 3);
  try {
    std::stoi("x");
    assert(false);
  } catch (const std::invalid_argument&) {
  }
  try {
    std::stoi("99999999999");
    assert(false);
  } catch (const std::out_of_range&) {
  }
}
