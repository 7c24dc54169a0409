// std::cin, of the file that --stdin names; the functions of C read the same.
// options: --stdin input.txt
#include <cassert>
#include <cstdio>
#include <iostream>
#include <limits>
#include <string>

int main() {
  std::string word, line;
  char text[5];
  int number = 0, other = 0;
  assert(std::cin >> word && word == "a!line" && std::cin.get() == ' ' && std::cin.peek() == 'o');
  assert(std::getchar() == 'o' && std::cin.get() == 'n');
  std::cin.unget();
  assert(std::getline(std::cin, line) && line == "ne");
  assert(std::cin.read(text, 5) && std::cin.gcount() == 5 && std::string(text, 5) == "secon");
  std::cin.putback('n');
  assert(std::getline(std::cin, line, ';') && line == "nd");
  std::cin.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  assert(std::cin >> number >> other >> word && number == 42 && other == -7 && word == "word");
  int sum = 0;
  for (int i = 0; i < 12; ++i) {
    assert(std::cin >> number);
    sum += number;
  }
  assert(sum == 78 && std::cin.good() && !(std::cin >> number) && std::cin.fail());  // "rest" is none
  std::cin.clear();
  assert(std::cin >> word && word == "rest" && std::getline(std::cin, line) && line == " of it");
  assert(std::cin.get() == EOF && std::cin.eof() && std::cin.gcount() == 0);
}
