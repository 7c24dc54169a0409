// Boost.Lockfree's stack of fixed size: two threads push, and all that was pushed is popped once.
//
// -DBUG  one of them pushes as if it were alone
#include <boost/lockfree/stack.hpp>

#include <cassert>
#include <thread>

int main() {
  boost::lockfree::stack<int, boost::lockfree::capacity<3>> stack;
  std::thread other([&] {
#ifdef BUG
    stack.unsynchronized_push(1);
#else
    stack.push(1);
#endif
  });
  stack.push(2);
  int first = 0, second = 0;
  stack.pop(first);
  other.join();
  stack.pop(second);
  assert(first + second == 3);
}
