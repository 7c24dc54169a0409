#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

enum class Level : std::uint8_t { Low = 1, High = 250 };

std::atomic<std::uint8_t> percent;
std::atomic<Level> level;
std::atomic<std::int8_t> change;
std::atomic<std::uint64_t> total;
struct Tank {
  std::int8_t id;
  std::uint16_t fill;
} tank;

int main() {
  std::thread worker([] {
    tank = {-1, 65000};
    total = ~std::uint64_t{0};
    level = Level::High;
    change = -56;
    percent = 200;
  });
  while (percent != 200) {
  }
  assert(tank.fill == 0);
  worker.join();
}
