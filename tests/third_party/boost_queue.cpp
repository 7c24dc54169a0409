// Boost.Lockfree's queue of fixed size: two threads push and pop, and all that was pushed is popped once.
//
// -DBUG  one of them pops as if it were alone
#include <boost/lockfree/queue.hpp>

#include <cassert>
#include <thread>

int main() {
  boost::lockfree::queue<int, boost::lockfree::capacity<3>> queue;
  queue.push(1);
  int first = 0, second = 0, third = 0;
  std::thread other([&] {
#ifdef BUG
    queue.unsynchronized_pop(first);
#else
    queue.pop(first);
#endif
  });
  queue.push(2);
  queue.pop(second);
  other.join();
  queue.pop(third);
  assert(first + second + third == 3);
}
