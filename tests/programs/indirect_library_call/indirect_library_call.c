#include <stdlib.h>

typedef void Deleter(void *);

static void __attribute__((noinline)) apply(Deleter *deleter, void *p) {
  deleter(p);
}

int main(void) {
  void *p = malloc(1);
  apply(free, p);
  apply(free, p);
}
