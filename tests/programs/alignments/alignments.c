#include <assert.h>
#include <pthread.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

alignas(256) char global[3];
alignas(4096) char page[10];
static _Thread_local alignas(64) char local[5];

static int aligned(const void *p, uintptr_t to) { return (uintptr_t)p % to == 0; }

void *check(void *unused) {
  alignas(128) char stack[7] = {0};
  long numbers[3] = {0};
  assert(aligned(global, 256) && aligned(page, 4096) && aligned(local, 64) && aligned(stack, 128));
  assert(aligned(numbers, alignof(long)));
  void *block = malloc(1);
  assert(aligned(block, alignof(max_align_t)));
  free(block);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, check, 0);
  check(0);
  pthread_join(t, 0);
}
