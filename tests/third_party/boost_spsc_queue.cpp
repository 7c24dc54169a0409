// Boost.Lockfree's queue of one producer and one consumer: what is popped was pushed, in that order.
//
// -DWEAK  the indices are published relaxed, so that nothing orders the slots
// -DBUG   main is a second producer, which the queue does not allow
#include <atomic>
#include <cassert>
#include <thread>

#ifdef WEAK
#define memory_order_release memory_order_relaxed
#endif
#include <boost/lockfree/spsc_queue.hpp>
#undef memory_order_release

boost::lockfree::spsc_queue<int, boost::lockfree::capacity<2>> queue;

int main() {
  std::thread producer([] {
    queue.push(1);
    queue.push(2);
  });
#ifdef BUG
  queue.push(3);
#endif
  int last = 0;
  for (int tries = 0; tries < 3; ++tries) {
    int value;
    if (queue.pop(value)) assert(value == ++last);
  }
  producer.join();
}
