#include <cassert>

int attempts;

int get() {
  static int value = [] {
    if (++attempts == 1) throw 1;
    return 7;
  }();
  return value;
}

int main() {
  bool caught = false;
  try {
    get();
  } catch (int) {
    caught = true;
  }
  assert(caught && get() == 7 && get() == 7 && attempts == 2);
}
