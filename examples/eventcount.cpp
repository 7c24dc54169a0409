// An eventcount lets threads sleep until the state of a lock-free structure has
// changed: announce that you are about to wait, look once more, then wait unless
// somebody has notified since. (D. P. Reed, R. K. Kanodia, Synchronization with
// Eventcounts and Sequencers, CACM 22(2), 1979; in this form D. Vyukov, 1024cores.)
//
// The bug: nobody looks once more. What was published just before the
// announcement was published without a notification.
//
//   ./x check examples/eventcount.cpp -DBUG
#include <atomic>
#include <cassert>
#include <thread>

class EventCount {
 public:
  unsigned prepareWait() {
    waiters_.fetch_add(1);
    return epoch_.load();
  }
  void cancelWait() { waiters_.fetch_sub(1); }
  void wait(unsigned epoch) {
    epoch_.wait(epoch);
    waiters_.fetch_sub(1);
  }
  void notify() {
    if (waiters_.load() == 0) return;  // the usual case: no system call
    epoch_.fetch_add(1);
    epoch_.notify_all();
  }

 private:
  std::atomic<unsigned> epoch_{0}, waiters_{0};
};

std::atomic<int> mailbox{0};
EventCount changed;

int receive() {
  for (;;) {
    if (int letter = mailbox.exchange(0)) return letter;
    const unsigned epoch = changed.prepareWait();
#ifndef BUG
    if (mailbox.load() != 0) {
      changed.cancelWait();
      continue;
    }
#endif
    changed.wait(epoch);
  }
}

int main() {
  std::thread sender([] {
    mailbox.store(42);
    changed.notify();
  });
  assert(receive() == 42);
  sender.join();
}
