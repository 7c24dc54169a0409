// expect: safe
#include <cassert>
#include <new>
#include <thread>
int data;
void handler() {}
int main() {
  std::thread t([] {
    data = 1;
    std::set_new_handler(handler);
  });
  if (std::get_new_handler() == handler) assert(data == 1);
  t.join();
}
