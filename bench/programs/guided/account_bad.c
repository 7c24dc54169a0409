// account_bad: one thread deposits, one withdraws, one checks the balance when
// both are done, all under one mutex (after the program of that name of SCTBench;
// AccountBad of Kusano and Wang, ASE 2014, Table 2).
//
// The check subtracts the deposit. So it fails where it comes last, in 2 of the
// 6 orders of the three sections.
#include <assert.h>
#include <pthread.h>

enum { kBefore = 10, kDeposit = 4, kWithdrawal = 3 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int balance = kBefore;
static int isDeposited, isWithdrawn;

static void *deposit(void *unused) {
  pthread_mutex_lock(&mutex);
  balance = balance + kDeposit;
  isDeposited = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void *withdraw(void *unused) {
  pthread_mutex_lock(&mutex);
  balance = balance - kWithdrawal;
  isWithdrawn = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void *check(void *unused) {
  pthread_mutex_lock(&mutex);
  if (isDeposited && isWithdrawn) assert(balance == kBefore - kDeposit - kWithdrawal);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, check, 0);
  pthread_create(&threads[1], 0, deposit, 0);
  pthread_create(&threads[2], 0, withdraw, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  return 0;
}
