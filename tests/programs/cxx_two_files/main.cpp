#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

#include "shared.h"

static Counted here(1);

int main() {
  assert(Counted::sum == 11 && unique == 7);
  std::thread t(add);
  add();
  t.join();
  assert(total == 2);
}
