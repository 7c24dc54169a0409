// moodycamel's blocking queue: main waits for what two threads enqueue.
//
// -DBUG  main waits for one value more than there are
#include <concurrentqueue/blockingconcurrentqueue.h>

#include <cassert>
#include <thread>

struct Traits : moodycamel::ConcurrentQueueDefaultTraits {
  static const int MAX_SEMA_SPINS = 1;  // and not 10000: each is an execution of its own
};

int main() {
  moodycamel::BlockingConcurrentQueue<int, Traits> queue(4);
  std::thread producer([&] { queue.enqueue(1); });
  int value;
  queue.wait_dequeue(value);
  assert(value == 1);
#ifdef BUG
  queue.wait_dequeue(value);
#endif
  producer.join();
}
