// expect: data-race
#include <string>
#include <thread>
std::string s = "a long string which is not short";
int main() {
  std::thread t([] { s += 'b'; });
  s.size();
  s += "c";
  t.join();
}
