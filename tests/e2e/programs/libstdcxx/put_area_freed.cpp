// expect: use-after-free
#include <ostream>
#include <streambuf>
struct Area : std::streambuf {
  void put(char* begin, char* end) { setp(begin, end); }
  void get(char* begin, char* end) { setg(begin, begin, end); }
};
int main() {
  char* memory = new char[16];
  Area area;
  area.put(memory, memory + 16);
  delete[] memory;
  std::ostream out(&area);
  out << "hello";
}
