// Three threads push an element each, as most people write it: what a failed
// compare-exchange has found is what the next one expects, in a variable or in
// the element itself.
#include <atomic>
#include <cassert>
#include <thread>

struct Element {
  Element *next = nullptr;
};

struct Stack {
  std::atomic<Element *> top = nullptr;

  void push(Element &element) {
    Element *seen = top.load(std::memory_order_relaxed);
    do element.next = seen;
    while (!top.compare_exchange_weak(seen, &element, std::memory_order_release, std::memory_order_relaxed));
  }

  void pushShort(Element &element) {
    element.next = top.load(std::memory_order_relaxed);
    while (!top.compare_exchange_weak(element.next, &element, std::memory_order_release, std::memory_order_relaxed)) {
    }
  }
};

int main() {
  Stack stack;
  Element a, b, c;
  std::thread first([&] { stack.push(a); });
  std::thread second([&] { stack.pushShort(b); });
  stack.pushShort(c);
  first.join();
  second.join();
  int count = 0;
  for (Element *element = stack.top; element; element = element->next) ++count;
  assert(count == 3);
}
