// expect: out-of-bounds
// flags: -std=c++17
#include <sstream>
int main() {
  std::istringstream in("abcdefghij");
  char* word = new char[4];
  in >> word;
  delete[] word;
}
