// A cache behind a read-write lock: lookups share it, the first miss computes
// the value and stores it. The lock cannot be upgraded: it is given back, and
// taken again to write. (The idiom: P. J. Courtois et al., 1971, and every web
// server; std::shared_mutex is C++17's.)
//
// The bug: after the lock is taken to write nobody looks again. Another thread
// may have stored the value in between, and it is computed twice.
//
//   ./x check examples/rw_cache.cpp -DBUG
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

class Squares {
 public:
  int get(int n) {
    {
      const std::shared_lock guard(mutex_);
      if (cache_[n] != 0) return cache_[n];
    }
    const std::unique_lock guard(mutex_);
#ifndef BUG
    if (cache_[n] != 0) return cache_[n];
#endif
    ++computations_;
    return cache_[n] = n * n;
  }
  int computations() const { return computations_; }

 private:
  std::shared_mutex mutex_;
  int cache_[10] = {};  // 0: not computed yet
  int computations_ = 0;
};

int main() {
  Squares squares;
  const auto ask = [&] { assert(squares.get(7) == 49); };
  std::thread other(ask);
  ask();
  other.join();
  assert(squares.computations() == 1);
}
