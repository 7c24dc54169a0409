// expect: data-race
#include <future>
int main() {
  int x = 0;
  auto f = std::async(std::launch::async, [&] { x = 1; });
  x = 2;
  f.get();
}
