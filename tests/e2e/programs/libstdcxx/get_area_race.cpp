// expect: data-race
#include <istream>
#include <streambuf>
#include <thread>
struct Area : std::streambuf {
  void put(char* begin, char* end) { setp(begin, end); }
  void get(char* begin, char* end) { setg(begin, begin, end); }
};
char memory[] = "12 34";
int main() {
  Area area;
  area.get(memory, memory + 5);
  std::thread t([&] {
    std::istream in(&area);
    int x;
    in >> x;
  });
  memory[2] = '3';  // what ends the number
  t.join();
}
