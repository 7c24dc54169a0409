// expect: data-race
#include <sstream>
#include <thread>
int main() {
  std::ostringstream log, out;
  out.tie(&log);
  std::thread t([&] { out << 1; });
  log << 2;
  t.join();
}
