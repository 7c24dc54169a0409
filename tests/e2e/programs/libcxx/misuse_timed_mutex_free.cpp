// expect: lock-misuse
#include <mutex>
#include <shared_mutex>
#include <thread>
int main() {
  std::timed_mutex m;
  m.lock();
  m.unlock();
  m.unlock();
}
