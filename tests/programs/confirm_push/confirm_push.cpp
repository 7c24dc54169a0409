#include <atomic>
#include <thread>

struct Element {
  Element* below;
};

static std::atomic<Element*> top;
static Element elements[3];

static void push(Element& element) {
  Element* seen;
  do {
    seen = top.load(std::memory_order_acquire);
    element.below = seen;
  } while (!top.compare_exchange_weak(seen, &element, std::memory_order_release, std::memory_order_relaxed));
}

int main() {
  std::thread first([] { push(elements[0]); });
  std::thread second([] { push(elements[1]); });
  std::thread third([] { push(elements[2]); });
  first.join();
  second.join();
  third.join();
}
