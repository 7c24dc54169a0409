// A thread with something to destroy sleeps while it waits, in several ways: an exception would have to be handled
// there.
#include <sched.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

static std::atomic<int> stage{0};
static int data;

int main() {
  using namespace std::chrono_literals;
  std::thread other([] {
    data = 1;
    for (int next = 1; next <= 7; ++next) stage = next;
  });
  while (stage < 1) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  while (stage < 2) std::this_thread::sleep_for(10us);
  while (stage < 3) std::this_thread::sleep_for(std::chrono::duration<double>(0.5));
  while (stage < 4) usleep(10);
  while (stage < 5) {
    timespec time{0, 1000};
    nanosleep(&time, nullptr);
  }
  while (stage < 6) sleep(1);
  while (stage < 7) std::this_thread::yield();
  assert(data == 1);
  other.join();
}
