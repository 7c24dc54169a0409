// COUNT copies of a std::shared_ptr by main, before it starts a thread.
#include <memory>
#include <thread>

int main() {
  const auto number = std::make_shared<int>(1);
  long sum = 0;
  for (int i = 0; i < COUNT; ++i) {
    const std::shared_ptr<int> copy = number;
    sum += *copy;
  }
  std::thread([] {}).join();
  return sum == COUNT ? 0 : 1;
}
