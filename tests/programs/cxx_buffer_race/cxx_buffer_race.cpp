#include <sstream>
#include <thread>

int main() {
  std::stringbuf text;
  std::ostream one(&text), other(&text);
  std::thread writer([&] { one << 1; });
  other << 2;
  writer.join();
}
