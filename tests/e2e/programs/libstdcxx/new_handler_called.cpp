// expect: safe
#include <cassert>
#include <cstddef>
#include <new>
int calls;
void give_up() {
  if (++calls == 2) std::set_new_handler(nullptr);
}
int main() {
  std::set_new_handler(give_up);
  volatile std::size_t much = std::size_t{1} << 60;
  assert(new (std::nothrow) char[much] == nullptr&& calls == 2);
}
