#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>

atomic_int x = 12;
atomic_uint u = 5;
unsigned char byte = 0xF0;
atomic_bool yes;
atomic_flag flag = ATOMIC_FLAG_INIT;
_Atomic float f = 1.5f;
_Atomic(int *) pointer;
int array[4];

int main(void) {
  assert(atomic_exchange(&x, 7) == 12 && x == 7);
  assert(atomic_fetch_or(&x, 8) == 7 && x == 15);
  assert(atomic_fetch_and(&x, 6) == 15 && x == 6);
  assert(atomic_fetch_xor(&x, 3) == 6 && x == 5);
  assert(__atomic_fetch_nand(&byte, 0x3C, __ATOMIC_SEQ_CST) == 0xF0 && byte == 0xCF);
  int signedValue = -5;
  assert(__atomic_fetch_max(&signedValue, 2, __ATOMIC_RELAXED) == -5 && signedValue == 2);
  assert(__atomic_fetch_min(&signedValue, -9, __ATOMIC_RELAXED) == 2 && signedValue == -9);
  unsigned unsignedValue = 3;
  assert(__atomic_fetch_max(&unsignedValue, 0xFFFFFFFFu, __ATOMIC_RELAXED) == 3 && unsignedValue == 0xFFFFFFFFu);
  assert(__atomic_fetch_min(&unsignedValue, 4, __ATOMIC_RELAXED) == 0xFFFFFFFFu && unsignedValue == 4);
  assert(__atomic_add_fetch(&unsignedValue, 6, __ATOMIC_ACQ_REL) == 10);

  int expected = 4;
  assert(!atomic_compare_exchange_strong(&x, &expected, 9) && expected == 5 && x == 5);
  assert(atomic_compare_exchange_strong(&x, &expected, 9) && x == 9);
  expected = 9;
  while (!atomic_compare_exchange_weak_explicit(&x, &expected, 10, memory_order_release, memory_order_relaxed))
    ;
  assert(x == 10);
  assert(__sync_val_compare_and_swap(&signedValue, -9, 1) == -9 && __sync_fetch_and_add(&signedValue, 1) == 1);

  assert(!atomic_exchange(&yes, true) && yes && atomic_fetch_xor(&yes, 1) && !yes);
  assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
  atomic_flag_clear(&flag);
  assert(!atomic_flag_test_and_set_explicit(&flag, memory_order_acquire));
  f += 2;
  assert(f == 3.5f);
  pointer = array;
  assert(atomic_fetch_add(&pointer, 3) == array && pointer == array + 3);
  assert(pointer-- == array + 3 && pointer == array + 2);
  u -= 6;
  assert(u == 0xFFFFFFFFu);
}
