// Two threads throw what nobody catches. The program's handler ends the process.
#include <atomic>
#include <cstdlib>
#include <exception>
#include <thread>

static std::atomic<int> failures;

static void leave() {
  failures.fetch_add(1);
  std::_Exit(0);
}

int main() {
  std::set_terminate(leave);
  std::thread first([] { throw 1; });
  std::thread second([] { throw 2; });
  first.join();
  second.join();
}
