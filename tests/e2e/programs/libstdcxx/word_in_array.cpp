// expect: safe
// flags: -std=c++17
#include <cassert>
#include <cstring>
#include <iomanip>
#include <sstream>
int main() {
  std::istringstream in("abcdefghij");
  char word[8];
  in >> std::setw(8) >> word;
  assert(std::strcmp(word, "abcdefg") == 0);
}
