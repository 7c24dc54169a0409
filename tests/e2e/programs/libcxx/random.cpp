// expect: safe
// executions: 1
#include <cassert>
#include <random>
int main() {
  std::random_device d;
  std::mt19937 g(d());
  std::uniform_int_distribution<int> u(1, 6);
  int x = u(g);
  assert(x >= 1 && x <= 6);
}
