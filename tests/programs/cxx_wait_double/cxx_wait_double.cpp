// Waits for floating point numbers, which the library loads by way of an array of bytes.
#include <atomic>
#include <thread>

std::atomic<double> wide;
std::atomic<float> narrow;

int main() {
  std::thread t([] {
    while (wide.load() < 2.5) {
    }
    while (narrow.load(std::memory_order_acquire) < 1) {
    }
  });
  wide = 3;
  narrow = 2;
  t.join();
}
