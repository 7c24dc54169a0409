#include <heddle/heddle.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int first;

static void *reader(void *unused) {
  first = getchar();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  int second = getchar();
  pthread_join(t, 0);
  heddle_assert((first == 'a' && second == 'b') || (first == 'b' && second == 'a'));

  int x, y;
  char word[8], line[8];
  heddle_assert(ungetc(first == 'b' ? 'b' : second, stdin) == 'b' && getchar() == 'b');
  heddle_assert(scanf("%d %d %7s", &x, &y, word) == 3 && x == 12 && y == -3 && strcmp(word, "word") == 0);
  heddle_assert(fgets(line, sizeof line, stdin) && strcmp(line, "\n") == 0);
  heddle_assert(fgets(line, sizeof line, stdin) && strcmp(line, "a long ") == 0);
  char *rest = 0;
  size_t room = 0;
  heddle_assert(getline(&rest, &room, stdin) == 5 && strcmp(rest, "line\n") == 0 && room >= 6);
  free(rest);
  heddle_assert(fread(line, 2, 3, stdin) == 1 && memcmp(line, "end", 3) == 0 && feof(stdin) && getchar() == EOF);
}
