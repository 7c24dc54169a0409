// expect: safe
#include <ostream>
#include <streambuf>
#include <thread>
struct Area : std::streambuf {
  void put(char* begin, char* end) { setp(begin, end); }
  void get(char* begin, char* end) { setg(begin, begin, end); }
};
char memory[16];
int main() {
  Area area;
  area.put(memory, memory + 16);
  std::thread t([&] {
    std::ostream out(&area);
    out << "hello";
  });
  bool is = memory[5] == 'h';  // behind what is written
  t.join();
  return is;
}
