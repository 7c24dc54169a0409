// expect: use-after-free
#include <sstream>
int main() {
  auto* log = new std::ostringstream;
  std::ostringstream out;
  out.tie(log);
  delete log;
  out << 1;
}
