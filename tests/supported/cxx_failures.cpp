// Each way to fail is found, as the kind that it is.
// violations: abort x2 assertion x1 uncaught-exception x2
// native: no, it fails
#define _GLIBCXX_ASSERTIONS
#include <heddle/heddle.h>

#include <exception>
#include <vector>

namespace {

struct Abstract {
  Abstract() { early(); }
  virtual void late() = 0;
  void early() { late(); }
};
struct Concrete : Abstract {
  void late() override {}
};

void mayNotThrow() noexcept { throw 1; }

}  // namespace

int main() {
  switch (heddle_choose(5)) {
    case 0: std::terminate();
    case 1: Concrete(); break;  // calls a pure virtual function
    case 2: {
      std::vector<int> numbers(3);
      volatile unsigned index = 3;
      return numbers[index];
    }
    case 3: throw 1;
    default: mayNotThrow();
  }
}
