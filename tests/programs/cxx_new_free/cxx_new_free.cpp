#include <cstdlib>

int main() {
  int* p = new int(3);
  std::free(p);
}
