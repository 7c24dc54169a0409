#include <mutex>
#include <thread>
#include <vector>

int main() {
  std::vector<int> values;
  std::mutex mutex;
  std::thread writer([&] {
    const std::lock_guard guard(mutex);
    values.push_back(1);
  });
  const bool isEmpty = values.empty();  // without the mutex
  writer.join();
  return isEmpty && values.empty();
}
