// Tests that Heddle checks, kept beside the code that they are about (docs/testing.md):
//
//   heddle test queue_test.cpp
//   g++ -I ../../include queue_test.cpp -pthread && ./a.out --repeat 1000
#include <heddle/test.h>

#include <thread>

#include "queue.h"

HEDDLE_TEST(is_first_in_first_out) {
  Queue<int, 2> queue;
  std::thread producer([&] {
    HEDDLE_ASSERT_EQ(queue.push(1), true);
    HEDDLE_ASSERT_EQ(queue.push(2), true);
  });
  int value = 0;
  if (queue.pop(value)) {
    HEDDLE_ASSERT_EQ(value, 1);
    if (queue.pop(value)) HEDDLE_ASSERT_EQ(value, 2);
  }
  producer.join();
}

HEDDLE_TEST(refuses_when_full) {
  Queue<int, 2> queue;
  HEDDLE_ASSERT_EQ(queue.push(1), true);
  HEDDLE_ASSERT_EQ(queue.push(2), true);
  std::thread consumer([&] {
    int value = 0;
    HEDDLE_ASSERT_EQ(queue.pop(value), true);
    HEDDLE_ASSERT_EQ(value, 1);
  });
  if (queue.push(3)) HEDDLE_ASSERT_EQ(queue.size(), 2U);
  consumer.join();
}

// x86 has less to explore than C++ allows.
HEDDLE_TEST(on_x86, "--model tso") {
  Queue<int, 1> queue;
  std::thread producer([&] { queue.push(1); });
  int value = 0;
  if (queue.pop(value)) HEDDLE_ASSERT_EQ(value, 1);
  producer.join();
}

// It is a queue for one producer. What two of them do to it is known, and stays written down.
HEDDLE_TEST(two_producers, "--expect data-race") {
  Queue<int, 2> queue;
  std::thread one([&] { queue.push(1); });
  std::thread other([&] { queue.push(2); });
  one.join();
  other.join();
}
