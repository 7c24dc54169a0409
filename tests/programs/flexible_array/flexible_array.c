#include <stdlib.h>

struct List {
  int count;
  short items[];
};

int main(void) {
  struct List *list = malloc(sizeof *list + 5 * sizeof *list->items);
  list->count = 6;
  for (int i = 0; i < list->count; ++i) list->items[i] = (short)i;
  free(list);
}
