// expect: uncaught-exception
#include <stdexcept>
#include <thread>
int main() {
  std::thread t([] { throw std::runtime_error("boo"); });
  t.join();
}
