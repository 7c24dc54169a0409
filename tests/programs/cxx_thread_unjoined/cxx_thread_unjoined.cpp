#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

int main() {
  std::thread t([] {});
}
