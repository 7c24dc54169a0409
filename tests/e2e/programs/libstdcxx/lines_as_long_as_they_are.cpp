// expect: safe
#include <cassert>
#include <sstream>
#include <thread>
// Of the room for a line, or for characters, only so much is written as there are.
int main() {
  std::istringstream in("ab\ncd");
  char room[64] = {};
  std::thread t([&] { room[40] = 'x'; });
  in.getline(room, 64);
  in.read(room + 8, 56);
  t.join();
  assert(room[1] == 'b' && room[9] == 'd' && room[40] == 'x');
}
