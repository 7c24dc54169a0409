// libstdc++'s std::atomic<std::shared_ptr>: one thread stores while main loads.
//
// Version 12 unlocks relaxed after a load: what the next owner of the lock writes is not ordered after what the load
// has read.
//
// -DREPAIRED  all that is relaxed in its header is sequentially consistent
#include <atomic>
#include <cassert>
#include <thread>

#ifdef REPAIRED
#define memory_order_relaxed memory_order_seq_cst
#endif
#include <memory>
#undef memory_order_relaxed

std::atomic<std::shared_ptr<int>> pointer;

int main() {
  pointer.store(std::make_shared<int>(1));
  std::thread other([] { pointer.store(std::make_shared<int>(2)); });
  const std::shared_ptr<int> seen = pointer.load();
  other.join();
  assert(*seen == 1 || *seen == 2);
}
