// A thread sets a handler for exceptions that nobody catches, while another one throws.
#include <cstdlib>
#include <exception>
#include <thread>

static void leave() { std::_Exit(0); }

int main() {
  std::thread careful([] { std::set_terminate(leave); });
  std::thread failing([] { throw 1; });
  careful.join();
  failing.join();
}
