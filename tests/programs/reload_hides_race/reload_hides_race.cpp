// The loop goes on with what it loads, which is as good as loaded before it; but each of its rounds stores to a
// statistic, and the last load acquires what the first does not. Found by the fuzzer of programs.
#include <atomic>
#include <thread>

static std::atomic<int> flag, after;
static int count;

static void wait() {
  int seen = flag.load(std::memory_order_relaxed);
  while (!seen) {
    count = 1;
    seen = flag.load(std::memory_order_acquire);
  }
  after.store(1, std::memory_order_relaxed);
}

static void set() {
  flag.store(1, std::memory_order_relaxed);
  if (after.load(std::memory_order_acquire)) count = 0;
}

int main() {
  std::thread one(wait), other(set);
  one.join();
  other.join();
}
