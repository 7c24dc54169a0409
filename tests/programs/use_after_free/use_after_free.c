#include <stdlib.h>

struct Node {
  struct Node *next;
  int value;
};

int main(void) {
  struct Node *node = malloc(sizeof *node);
  node->value = 1;
  free(node);
  return node->value;
}
