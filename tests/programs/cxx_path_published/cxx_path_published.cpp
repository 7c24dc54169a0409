#include <atomic>
#include <filesystem>
#include <thread>

static std::atomic<const std::filesystem::path*> shared = nullptr;

// What the library has written where the path leads to, and the program reads.
int main() {
  std::thread maker([] {
    static std::filesystem::path path = "a/rather_long_component/b";
    const std::filesystem::path* const second = &*std::next(path.begin());
    shared.store(second, std::memory_order_relaxed);
  });
  const std::filesystem::path* const found = shared.load(std::memory_order_relaxed);
  const bool isLong = found != nullptr && found->native().size() > 15;
  maker.join();
  return isLong ? 1 : 0;
}
