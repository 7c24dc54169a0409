// A queue for one thread that pushes and one that pops.
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

struct ring {
  atomic_uint head, tail;
  int slots[RING_CAPACITY];
};

bool ring_push(struct ring* ring, int value);
bool ring_pop(struct ring* ring, int* value);
