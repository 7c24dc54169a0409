// expect: data-race
#include <cstdlib>
#include <thread>
char text[] = "1e+x";
int main() {
  std::thread t([] { text[3] = '5'; });
  double value = std::strtod(text, nullptr);
  t.join();
  return value == 7;
}
