// Locks of oneTBB that are all in their headers: two threads count under -DLOCK=spin_mutex, queuing_mutex or
// spin_rw_mutex.
//
// -DBUG     they are released without release order
// -DREADER  the lock is taken to read only
#include <atomic>
#include <cassert>
#include <thread>

#ifdef BUG
#define memory_order_release memory_order_relaxed
#endif
#include <oneapi/tbb/queuing_mutex.h>
#include <oneapi/tbb/spin_mutex.h>
#include <oneapi/tbb/spin_rw_mutex.h>
#undef memory_order_release

tbb::LOCK lock;
int count;

void work() {
#ifdef READER
  tbb::LOCK::scoped_lock scope(lock, /*write=*/false);
#else
  tbb::LOCK::scoped_lock scope(lock);
#endif
  ++count;
}

int main() {
  std::thread other(work);
  work();
  other.join();
  assert(count == 2);
}
