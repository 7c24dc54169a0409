#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int sum(int count, ...) {
  va_list list;
  int result = 0;
  va_start(list, count);
  while (count-- > 0) result += va_arg(list, int);
  va_end(list);
  return result;
}

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static int total(int n) {
  int numbers[n], result = 0;
  for (int i = 0; i < n; ++i) numbers[i] = i * i;
  for (int i = 0; i < n; ++i) result += numbers[i];
  return result;
}

struct Big {
  int numbers[20];
};

static struct Big make(int first) {
  struct Big big;
  for (int i = 0; i < 20; ++i) big.numbers[i] = first + i;
  return big;
}

void *work(void *unused) {
  assert(sum(4, 1, 2, 3, 4) == 10 && sum(0) == 0);
  assert(fibonacci(10) == 55 && total(5) == 30);
  int numbers[6] = {5, 3, 9, 1, 4, 2};
  qsort(numbers, 6, sizeof *numbers, ascending);
  for (int i = 1; i < 6; ++i) assert(numbers[i - 1] <= numbers[i]);
  int key = 4, *found = bsearch(&key, numbers, 6, sizeof *numbers, ascending);
  assert(found && *found == 4);
  assert(make(7).numbers[19] == 26);
  char text[32], *end;
  snprintf(text, sizeof text, "%d-%s", 12, "ab");
  assert(strcmp(text, "12-ab") == 0 && strtol(text, &end, 10) == 12 && *end == '-' && atoi("77") == 77);
  assert(strchr(text, 'a') == text + 3 && strstr(text, "ab") == text + 3 && toupper('a') == 'A' && isdigit('7'));
  assert(sqrt(16.0) == 4.0 && fabs(-1.5) == 1.5 && abs(-3) == 3);
  int i = 0;
again:
  if (++i < 3) goto again;
  int (*pointer)(int) = i == 3 ? fibonacci : total;
  assert(pointer(7) == 13);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  work(0);
  pthread_join(t, 0);
}
