// expect: use-after-free
#include <memory>
int main() {
  auto p = std::make_unique<int>(1);
  int* q = p.get();
  p.reset();
  return *q;
}
