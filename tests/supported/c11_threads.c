// <threads.h>.
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t mutex;
static cnd_t condition;
static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static thrd_t started;
static int ready, initialised, destroyed;

static void initialise(void) { ++initialised; }
static void destroy(void* value) { destroyed += *(int*)value; }

static int waits(void* value) {
  assert(thrd_equal(thrd_current(), started));
  call_once(&once, initialise);
  assert(tss_get(key) == 0 && tss_set(key, value) == thrd_success && tss_get(key) == value);
  assert(mtx_lock(&mutex) == thrd_success);
  while (!ready) assert(cnd_wait(&condition, &mutex) == thrd_success);
  assert(mtx_unlock(&mutex) == thrd_success);
  thrd_exit(3);
}

static int triesInVain(void* argument) {
  const struct timespec past = {.tv_sec = 1};
  (void)argument;
  assert(mtx_trylock(&mutex) == thrd_busy);
  assert(mtx_timedlock(&mutex, &past) == thrd_timedout);
  return 4;
}

static void wake(int (*how)(cnd_t*)) {
  int value = 7, result = 0;
  ready = destroyed = 0;
  assert(thrd_create(&started, waits, &value) == thrd_success);
  assert(mtx_lock(&mutex) == thrd_success);
  ready = 1;
  assert(how(&condition) == thrd_success);
  assert(mtx_unlock(&mutex) == thrd_success);
  assert(thrd_join(started, &result) == thrd_success && result == 3 && destroyed == 7);
}

static int returnsAtOnce(void* argument) {
  (void)argument;
  return 0;
}

int main(void) {
  const struct timespec past = {.tv_sec = 1}, moment = {.tv_nsec = 1};
  thrd_t thread;
  int result = 0;
  assert(mtx_init(&mutex, mtx_timed) == thrd_success && cnd_init(&condition) == thrd_success);
  assert(tss_create(&key, destroy) == thrd_success);
  wake(cnd_signal);
  wake(cnd_broadcast);
  call_once(&once, initialise);
  assert(initialised == 1);
  assert(mtx_trylock(&mutex) == thrd_success);
  assert(cnd_timedwait(&condition, &mutex, &past) == thrd_timedout);
  assert(thrd_create(&thread, triesInVain, 0) == thrd_success);
  assert(thrd_join(thread, &result) == thrd_success && result == 4);
  assert(mtx_unlock(&mutex) == thrd_success);
  assert(mtx_timedlock(&mutex, &past) == thrd_success && mtx_unlock(&mutex) == thrd_success);
  assert(thrd_create(&thread, returnsAtOnce, 0) == thrd_success && thrd_detach(thread) == thrd_success);
  thrd_yield();
  assert(thrd_sleep(&moment, 0) == 0);
  assert(thrd_sleep(&(struct timespec){.tv_nsec = -1}, 0) < 0);
  tss_delete(key);
  cnd_destroy(&condition);
  mtx_destroy(&mutex);
  mtx_t recursive;
  assert(mtx_init(&recursive, mtx_plain | mtx_recursive) == thrd_success);
  assert(mtx_lock(&recursive) == thrd_success && mtx_lock(&recursive) == thrd_success);
  assert(mtx_unlock(&recursive) == thrd_success && mtx_unlock(&recursive) == thrd_success);
  mtx_destroy(&recursive);
  return 0;
}
