// expect: data-race
#include <sstream>
#include <thread>
std::ostringstream o;
int main() {
  std::thread t([] { o << 1; });
  o << 2;
  t.join();
}
