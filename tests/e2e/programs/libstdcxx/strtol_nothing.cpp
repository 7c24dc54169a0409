// expect: data-race
#include <cstdlib>
#include <thread>
char text[] = "  z";
int main() {
  std::thread t([] { text[2] = '5'; });
  long value = std::strtol(text, nullptr, 10);
  t.join();
  return value == 7;
}
