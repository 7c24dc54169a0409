#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

typedef struct {
  int value;
  pthread_mutex_t lock;
} Account;

void *deposit(void *argument) {
  Account *account = argument;
  pthread_mutex_lock(&account->lock);
  account->value += 10;
  pthread_mutex_unlock(&account->lock);
  return 0;
}

int main(void) {
  pthread_t t;
  Account *account = malloc(sizeof *account);
  account->value = 0;
  pthread_mutex_init(&account->lock, 0);
  pthread_create(&t, 0, deposit, account);
  deposit(account);
  pthread_join(t, 0);
  assert(account->value == 20);
  pthread_mutex_destroy(&account->lock);
  free(account);
}
