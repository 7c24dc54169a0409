#include <stdlib.h>
#include <string.h>

int main(void) {
  const char *word = "heddle";
  char *copy = malloc(strlen(word));
  strcpy(copy, word);
  free(copy);
}
