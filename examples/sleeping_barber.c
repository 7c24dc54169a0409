// The sleeping barber: he sleeps while nobody is there; customers take a chair
// while there is one, and go away otherwise. (E. W. Dijkstra, Cooperating
// Sequential Processes, EWD 123, 1965.) When the others have gone, an empty
// shop tells him to go home.
//
// The bug: the barber takes the mutex before he waits for a customer. He sleeps
// with it, and no customer gets in.
//
//   ./x check examples/sleeping_barber.c -DBUG
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#define CUSTOMERS 2
#define CHAIRS 1

static sem_t mutex, arrivals, chair;
static int waiting, turnedAway;  // behind the mutex
static int haircuts;

static void *barber(void *unused) {
  for (;;) {
#ifdef BUG
    sem_wait(&mutex);
    sem_wait(&arrivals);
#else
    sem_wait(&arrivals);
    sem_wait(&mutex);
#endif
    int isEmpty = waiting == 0;
    if (!isEmpty) --waiting;
    sem_post(&mutex);
    if (isEmpty) return unused;
    ++haircuts;
    sem_post(&chair);
  }
}

static void *customer(void *unused) {
  sem_wait(&mutex);
  if (waiting == CHAIRS) {
    ++turnedAway;
    sem_post(&mutex);
    return unused;
  }
  ++waiting;
  sem_post(&arrivals);
  sem_post(&mutex);
  sem_wait(&chair);
  return unused;
}

int main(void) {
  sem_init(&mutex, 0, 1);
  sem_init(&arrivals, 0, 0);
  sem_init(&chair, 0, 0);
  pthread_t shop, customers[CUSTOMERS];
  pthread_create(&shop, NULL, barber, NULL);
  for (int i = 0; i < CUSTOMERS; ++i) pthread_create(&customers[i], NULL, customer, NULL);
  for (int i = 0; i < CUSTOMERS; ++i) pthread_join(customers[i], NULL);
  sem_post(&arrivals);
  pthread_join(shop, NULL);
  assert(haircuts + turnedAway == CUSTOMERS);
  return 0;
}
