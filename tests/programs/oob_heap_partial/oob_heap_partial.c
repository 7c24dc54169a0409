#include <stdint.h>
#include <stdlib.h>

int main(void) {
  char *block = calloc(1, 12);
  uint64_t *word = (uint64_t *)block;
  uint64_t sum = word[0];
  sum += word[1];
  free(block);
  return (int)sum;
}
