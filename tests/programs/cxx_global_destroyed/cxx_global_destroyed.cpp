#include <cassert>

struct Guard {
  int open = 0;
  ~Guard() {
    assert(open == 0);
  }
} guard;

int main() { ++guard.open; }
