#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

enum class Colour : unsigned char { Red, Green };
struct Point {
  short x, y;
  bool operator==(const Point&) const = default;
};

std::atomic<bool> ready{false};
std::atomic<int*> pointer;
std::atomic<Colour> colour{Colour::Red};
std::atomic<Point> point{Point{1, 2}};
std::atomic<double> sum{1.0};
std::atomic_flag flag = ATOMIC_FLAG_INIT;
int array[4];

int main() {
  std::thread t([] { sum.fetch_add(0.5); });
  double seen = sum;
  assert(seen == 1.0 || seen == 1.5);
  t.join();
  assert(sum == 1.5 && (sum -= 1) == 0.5);
  assert(!ready.exchange(true) && ready);
  pointer = array;
  assert(pointer.fetch_add(2) == array && --pointer == array + 1);
  Colour expected = Colour::Green;
  assert(!colour.compare_exchange_strong(expected, Colour::Green) && expected == Colour::Red);
  assert(colour.compare_exchange_strong(expected, Colour::Green) && colour.load() == Colour::Green);
  Point other{1, 2};
  assert(point.compare_exchange_strong(other, Point{3, 4}) && point.load() == (Point{3, 4}));
  assert(!flag.test_and_set() && flag.test());
  flag.clear();
  assert(!flag.test(std::memory_order_relaxed));
  int plain = 1;
  std::atomic_ref<int> reference(plain);
  assert(reference.fetch_add(2) == 1 && ++reference == 4);
  static_assert(std::atomic<long>::is_always_lock_free);
}
