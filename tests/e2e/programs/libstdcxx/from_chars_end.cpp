// expect: data-race
#include <charconv>
#include <thread>
char text[] = "12x";
int main() {
  std::thread t([] { text[2] = '3'; });
  int value = 0;
  std::from_chars(text, text + 3, value);  // looks at what ends the number
  t.join();
}
