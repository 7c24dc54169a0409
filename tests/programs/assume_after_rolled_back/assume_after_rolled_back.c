#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int word = 0;

void *go_round(void *unused) {
  for (;;) {
    atomic_fetch_add(&word, 4);
    atomic_fetch_sub(&word, 4);
    heddle_assume(atomic_load(&word) != 0);
  }
  return unused;
}

void *come_and_go(void *unused) {
  atomic_fetch_add(&word, 2);
  atomic_fetch_sub(&word, 2);
  return unused;
}

int main(void) {
  pthread_t turner, guest;
  pthread_create(&turner, 0, go_round, 0);
  pthread_create(&guest, 0, come_and_go, 0);
  pthread_join(turner, 0);
  pthread_join(guest, 0);
}
