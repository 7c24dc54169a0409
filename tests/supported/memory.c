// The heap.
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef HEDDLE
void cfree(void* block);  // glibc has it for old programs only
#endif

static int isAligned(const void* block, uintptr_t to) { return block && (uintptr_t)block % to == 0; }

int main(void) {
  char* block = malloc(10);
  assert(isAligned(block, _Alignof(max_align_t)) && malloc_usable_size(block) >= 10 && malloc_usable_size(0) == 0);
  strcpy(block, "something");
  block = realloc(block, 1000);
  assert(strcmp(block, "something") == 0);
  block = realloc(block, 5);
  assert(memcmp(block, "somet", 5) == 0);
  assert(realloc(block, 0) == 0);  // as glibc has it, which frees it
  free(0);
  char* zero = calloc(3, 5);
  for (int i = 0; i < 15; ++i) assert(zero[i] == 0);
  zero = reallocarray(zero, 4, 5);
  assert(zero && zero[14] == 0);
  errno = 0;
  assert(reallocarray(zero, SIZE_MAX / 2, 4) == 0 && errno == ENOMEM);  // the old block stays
  assert(zero[0] == 0);
  free(zero);
  assert(calloc(SIZE_MAX / 2, 4) == 0);
  char* fresh = realloc(0, 3);
  fresh[2] = 'x';
#ifdef HEDDLE
  cfree(fresh);
#else
  free(fresh);
#endif

  void* aligned = aligned_alloc(64, 128);
  assert(isAligned(aligned, 64));
  free(aligned);
  aligned = memalign(256, 10);
  assert(isAligned(aligned, 256));
  free(aligned);
  aligned = 0;
  assert(posix_memalign(&aligned, 3, 10) == EINVAL);
  assert(posix_memalign(&aligned, 128, 10) == 0 && isAligned(aligned, 128));
  free(aligned);
  return 0;
}
