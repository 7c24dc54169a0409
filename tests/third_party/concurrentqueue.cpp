// moodycamel's queue: a producer of two, and a consumer that tries three times; values of a producer are in order.
//
// -DBUG  what the queue publishes is published relaxed
#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>

#ifdef BUG
#define memory_order_release memory_order_relaxed
#endif
#include <concurrentqueue/concurrentqueue.h>
#undef memory_order_release

int main() {
  moodycamel::ConcurrentQueue<int> queue(4);
  std::thread producer([&] {
    queue.enqueue(1);
    queue.enqueue(2);
  });
  int last = 0, value;
  for (int tries = 0; tries < 2; ++tries)
    if (queue.try_dequeue(value)) assert(value == ++last);
  producer.join();
  while (queue.try_dequeue(value)) assert(value == ++last);
  assert(last == 2);
}
