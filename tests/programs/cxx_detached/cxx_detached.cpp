#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::atomic<int> x;

struct Log {
  int lines = 0;
  ~Log() { lines = -1; }
} theLog;

int main() {
  std::thread t([] {
    x.load();
    ++theLog.lines;
  });
  t.detach();
}
