// Streams, numbers as text, and what else runs in libstdc++.so as it is. What is printed natively and under Heddle is
// compared.
#include <cassert>
#include <charconv>
#include <iostream>
#include <iterator>
#include <locale>
#include <random>
#include <sstream>
#include <string>

#ifndef STATUS
#define STATUS 0
#endif

int main() {
  std::ios_base::sync_with_stdio(true);
  const std::ios_base::Init init;
  std::string word;
  assert(!(std::cin >> word) && std::cin.eof() && word.empty());  // there is none
  std::cin.clear();
  assert(std::cin.get() == EOF && std::cin.gcount() == 0 && !std::istream::sentry(std::cin, true));

  std::ostringstream out;
  out << 42 << ' ' << 1.5 << ' ' << true << " text " << 'c';
  assert(out.str() == "42 1.5 1 text c");
  const std::string moved = std::move(out).str();
  assert(moved.size() == 15);
  std::istringstream in("7 2.5 word");
  int number = 0;
  double fraction = 0;
  assert(in >> number >> fraction >> word && number == 7 && fraction == 2.5 && word == "word");
  std::istringstream lines("a!line one\nsecond");
  assert(lines.get() == 'a' && lines.gcount() == 1 && lines.peek() == '!' && std::getline(lines, word) &&
         word == "!line one");
  assert(std::istream::sentry(lines, true));
  std::stringstream both;
  both << "x=" << 3;
  both.ignore(2);
  assert(both >> number && number == 3 && static_cast<const std::stringstream&>(both).str() == "x=3");

  std::stringbuf buffer("9 8");
  std::iostream either(&buffer);
  assert(either >> number && number == 9);

  std::cout << "cout " << 1 << std::endl;
  std::cout.put('x').write("yz\n", 3).flush();
  std::cerr << "cerr " << 2 << '\n';
  std::clog << "clog " << 3 << '\n';
  std::wcout << L"";
  std::wcerr << L"";
  std::wclog << L"";
  assert(std::wcin.rdbuf() != nullptr);
  assert(std::ostream::sentry(std::cout));

  char text[16];
  const auto [end, error] = std::to_chars(text, text + sizeof text, 1234);
  assert(std::string(text, end) == "1234" && error == std::errc());
  assert(std::from_chars(text, end, number).ec == std::errc() && number == 1234);
  assert(std::to_string(-5) == "-5" && std::stod("2.25") == 2.25);
  assert(std::use_facet<std::ctype<char>>(std::locale::classic()).toupper('a') == 'A');
  const int index = std::ios_base::xalloc();
  assert(std::cout.iword(index) == 0 && std::ios_base::xalloc() == index + 1);
  std::random_device device;
  assert(device() >= std::random_device::min() && device.entropy() >= 0);
  return STATUS;
}
