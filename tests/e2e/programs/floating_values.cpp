#include <atomic>
#include <cassert>
#include <thread>

std::atomic<double> level;
std::atomic<float> change;
struct Tank {
  float fill;
} tank;

int main() {
  std::thread worker([] {
    tank.fill = 0.25F;
    change = -1.5F;
    level = 2.5;
  });
  while (level < 2) {
  }
  assert(tank.fill == 0);
  worker.join();
}
