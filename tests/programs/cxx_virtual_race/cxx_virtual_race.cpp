#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

struct Base {
  virtual ~Base() {}
  virtual int get() const = 0;
};
struct Derived : Base {
  int get() const override { return value; }
  int value = 1;
};

int main() {
  Base* object = new Derived;
  int seen = 0;
  std::thread t([object, &seen] { seen = object->get(); });
  delete object;
  t.join();
  return seen;
}
