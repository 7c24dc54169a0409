#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdlib.h>

unsigned role;

void *use(void *memory) {
  if (role == 0)
    __atomic_fetch_add((long *)memory, 1, __ATOMIC_RELAXED);
  else
    ((char *)memory)[3] = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  char *memory = calloc(1, sizeof(long));
  role = heddle_choose(2);
  pthread_create(&t, 0, use, memory);
  if (role == 0)
    __atomic_fetch_add((long *)memory, 1, __ATOMIC_RELAXED);
  else
    memory[4] = 1;
  pthread_join(t, 0);
  assert(role == 0 ? *(long *)memory == 2 : memory[3] + memory[4] == 2);
  free(memory);
}
