// expect: data-race
#include <sstream>
#include <thread>
int main() {
  std::istringstream in("abcdef");
  char room[64] = {};
  std::thread t([&] { room[5] = 'x'; });
  in.read(room, 64);
  t.join();
}
