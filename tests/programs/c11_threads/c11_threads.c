#include <assert.h>
#include <threads.h>

static mtx_t m;
static cnd_t c;
static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static int ready, begun;

static void begin(void) { begun++; }

static int worker(void *unused) {
  call_once(&once, begin);
  assert(begun == 1);
  assert(tss_set(key, &m) == thrd_success);
  mtx_lock(&m);
  while (!ready) cnd_wait(&c, &m);
  mtx_unlock(&m);
  assert(tss_get(key) == &m);
  if (unused) thrd_exit(8);
  return 7;
}

int main(void) {
  thrd_t a, b;
  int first, second;
  mtx_init(&m, mtx_plain);
  cnd_init(&c);
  tss_create(&key, 0);
  assert(thrd_create(&a, worker, 0) == thrd_success);
  assert(thrd_create(&b, worker, &m) == thrd_success);
  mtx_lock(&m);
  ready = 1;
  cnd_broadcast(&c);
  mtx_unlock(&m);
  thrd_join(a, &first);
  thrd_join(b, &second);
  assert(first == 7 && second == 8);
  assert(mtx_trylock(&m) == thrd_success);
  mtx_unlock(&m);
  cnd_destroy(&c);
  mtx_destroy(&m);
}
