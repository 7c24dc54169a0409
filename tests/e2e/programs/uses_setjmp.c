#include <setjmp.h>
#include <stdlib.h>

static jmp_buf back;

static int compare(const void *a, const void *b) {
  longjmp(back, 1);
}

int main(void) {
  int numbers[] = {2, 1};
  if (setjmp(back) == 0) qsort(numbers, 2, sizeof(int), compare);
  return 0;
}
