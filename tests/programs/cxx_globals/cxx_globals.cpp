#include <cassert>
#include <cstdlib>

int step;

struct Tracked {
  int constructedAt, destroyAt;
  Tracked(int now, int later) : constructedAt(now), destroyAt(later) { assert(step++ == now); }
  ~Tracked() { assert(step++ == destroyAt); }
};

Tracked first(0, 7), second(1, 6);

void handler() { assert(step++ == 5); }

int main() {
  assert(step++ == 2);
  std::atexit(handler);
  static Tracked local(3, 4);
}
