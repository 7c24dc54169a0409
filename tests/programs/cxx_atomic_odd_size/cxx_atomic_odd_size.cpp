#include <atomic>
#include <cassert>
#include <thread>

struct Point {
  int x, y, z;
};
std::atomic<Point> point{Point{0, 0, 0}};

int main() {
  std::thread other([] { point.store({1, 1, 1}); });
  const Point before = point.load();
  assert(before.x == before.z);
  Point expected = before;
  if (!point.compare_exchange_strong(expected, {2, 2, 2})) assert(before.x == 0 && expected.z == 1);
  other.join();
  const Point last = point.exchange({7, 7, 7});
  assert(last.x == last.z && (last.x == 1 || last.x == 2));
  assert(!point.is_lock_free());
}
