// Call stacks through virtual functions, the library, and exceptions. -DCAUGHT: the frames of what has thrown are gone.
#include <algorithm>
#include <cassert>
#include <functional>
#include <stdexcept>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual int area() const = 0;
};
struct Square : Shape {
  int area() const override {
    assert(side > 0);
    return side * side;
  }
  int side = 0;
};

static int measure(const Shape& shape) { return shape.area(); }
static const std::function<int(const Shape&)> measurer = measure;

static void thrower(int depth) {
  if (depth == 0) throw std::runtime_error("deep");
  thrower(depth - 1);
  assert(depth > 100);
}

static bool less(int a, int b) {
  assert(a + b != 5);
  return a < b;
}

int main() {
#ifdef CAUGHT
  try {
    thrower(3);
  } catch (const std::runtime_error&) {
  }
  assert(measurer == nullptr);
#elif defined SORT
  std::vector<int> numbers{3, 1, 2};
  std::sort(numbers.begin(), numbers.end(), less);
#else
  const Square square;
  return measurer(square);
#endif
}
