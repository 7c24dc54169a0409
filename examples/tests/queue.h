// A queue for one producer and one consumer.
#pragma once

#include <array>
#include <atomic>

template <typename T, unsigned capacity>
class Queue {
 public:
  bool push(const T& value) {
    const unsigned tail = tail_.load(std::memory_order_relaxed);
    if (tail - head_.load(std::memory_order_acquire) == capacity) return false;
    slots_[tail % capacity] = value;
    tail_.store(tail + 1, std::memory_order_release);
    return true;
  }

  bool pop(T& value) {
    const unsigned head = head_.load(std::memory_order_relaxed);
    if (head == tail_.load(std::memory_order_acquire)) return false;
    value = slots_[head % capacity];
    head_.store(head + 1, std::memory_order_release);
    return true;
  }

  unsigned size() const { return tail_.load() - head_.load(); }

 private:
  std::atomic<unsigned> head_{0}, tail_{0};
  std::array<T, capacity> slots_{};
};
