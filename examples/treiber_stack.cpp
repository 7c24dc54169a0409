// Treiber's lock-free stack. Two threads push; one of them pops; nothing is
// lost. Nodes are never given back while the stack is in use, so there is no
// ABA problem. A push tries again as long as others succeed, which cannot be
// more often than there are others: the loops end under every schedule.
//
//   ./x check examples/treiber_stack.cpp
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  int value;
  Node* next;
};

class Stack {
 public:
  void push(Node* node) {
    Node* top = top_.load(std::memory_order_relaxed);
    do {
      node->next = top;
    } while (!top_.compare_exchange_weak(top, node, std::memory_order_release, std::memory_order_relaxed));
  }

  Node* pop() {
    Node* top = top_.load(std::memory_order_acquire);
    while (top != nullptr && !top_.compare_exchange_weak(top, top->next, std::memory_order_acquire)) {
    }
    return top;
  }

 private:
  std::atomic<Node*> top_{nullptr};
};

int main() {
  Node one{1, nullptr}, two{2, nullptr};
  Stack stack;
  int popped = 0;
  std::thread worker([&] {
    stack.push(&one);
    if (const Node* node = stack.pop()) popped = node->value;
  });
  stack.push(&two);
  worker.join();

  int sum = popped;
  while (const Node* node = stack.pop()) sum += node->value;
  assert(sum == 3);
}
