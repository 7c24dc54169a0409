#include <memory>

int main() {
  auto pointer = std::make_shared<int>(1);
  int* raw = pointer.get();
  pointer.reset();
  return *raw;
}
