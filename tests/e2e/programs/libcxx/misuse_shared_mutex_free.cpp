// expect: lock-misuse
#include <mutex>
#include <shared_mutex>
#include <thread>
int main() {
  std::shared_mutex m;
  m.unlock();
}
