// Double-checked locking: the lock is needed only until the object is there.
// (D. C. Schmidt, T. Harrison, Double-Checked Locking, PLoP 1996; why it did not
// work then: S. Meyers, A. Alexandrescu, C++ and the Perils of Double-Checked
// Locking, Dr. Dobb's Journal, 2004.)
//
// The bug: the check without the lock is a relaxed load. It finds the pointer,
// but what the object's constructor wrote is not published with it.
//
//   ./x check examples/double_checked.cpp -DBUG
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

#ifdef BUG
constexpr auto kFirstCheck = std::memory_order_relaxed;
#else
constexpr auto kFirstCheck = std::memory_order_acquire;
#endif

class Settings {
 public:
  static Settings& get() {
    Settings* settings = instance_.load(kFirstCheck);
    if (settings == nullptr) {
      const std::lock_guard guard(mutex_);
      settings = instance_.load(std::memory_order_relaxed);
      if (settings == nullptr) {
        settings = new Settings;
        instance_.store(settings, std::memory_order_release);
      }
    }
    return *settings;
  }
  int verbosity() const { return verbosity_; }

 private:
  int verbosity_ = 3;
  static inline std::atomic<Settings*> instance_{nullptr};
  static inline std::mutex mutex_;
};

int main() {
  const Settings* his = nullptr;
  std::thread other([&] {
    his = &Settings::get();
    assert(his->verbosity() == 3);
  });
  const Settings* mine = &Settings::get();
  assert(mine->verbosity() == 3);
  other.join();
  assert(mine == his);
  delete mine;
}
