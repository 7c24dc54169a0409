"""Programs of what bmc understands, each with what it answers: the same as a native check, unless bmc refuses."""

from heddle import BAD_INPUT, SAFE, VIOLATION

HEADER = """#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <math.h>
#include <heddle/heddle.h>
int __VERIFIER_nondet_int(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
void __VERIFIER_assume(int);
"""

MUTEXES = {
    "a recursive mutex": (SAFE, """
pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP; int x;
void *run(void *p) { pthread_mutex_lock(&m); assert(pthread_mutex_trylock(&m) == 0); int y = x; x = y + 1;
  pthread_mutex_unlock(&m); x++; pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, run, 0); pthread_create(&b, 0, run, 0); pthread_join(a, 0);
  pthread_join(b, 0); assert(x == 4); assert(pthread_mutex_unlock(&m) == EPERM); }"""),
    "a recursive mutex, given back too early": (VIOLATION, """
pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP; int x;
void *run(void *p) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); int y = x; x = y + 1; pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m); y = x; x = y + 1; return p; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, run, 0); pthread_create(&b, 0, run, 0); pthread_join(a, 0);
  pthread_join(b, 0); assert(x == 4); }"""),
    "a recursive mutex, given back once too few": (VIOLATION, """
pthread_mutex_t m;
void *run(void *p) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_mutexattr_t t; pthread_mutexattr_init(&t);
  assert(pthread_mutexattr_settype(&t, PTHREAD_MUTEX_RECURSIVE) == 0); int k; pthread_mutexattr_gettype(&t, &k);
  assert(k == PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&m, &t); pthread_mutexattr_destroy(&t);
 pthread_t a; pthread_create(&a, 0, run, 0); pthread_mutex_lock(&m); pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m); pthread_join(a, 0); }"""),
    "a mutex that checks for errors": (SAFE, """
pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP; int x;
void *run(void *p) { assert(pthread_mutex_lock(&m) == 0); assert(pthread_mutex_lock(&m) == EDEADLK);
  assert(pthread_mutex_trylock(&m) == EBUSY); struct timespec t = {0};
  assert(pthread_mutex_timedlock(&m, &t) == EDEADLK); x++; assert(pthread_mutex_unlock(&m) == 0);
  assert(pthread_mutex_unlock(&m) == EPERM); return p; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, run, 0); pthread_create(&b, 0, run, 0); pthread_join(a, 0);
  pthread_join(b, 0); assert(x == 2); }"""),
    "a mutex that checks for errors, and nobody looks": (VIOLATION, """
pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP; int x;
void *run(void *p) { pthread_mutex_unlock(&m); pthread_mutex_lock(&m); pthread_mutex_lock(&m); x++;
  pthread_mutex_unlock(&m); x++; return p; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, run, 0); pthread_create(&b, 0, run, 0); pthread_join(a, 0);
  pthread_join(b, 0); assert(x == 4); }"""),
    "a mutex is locked twice, and main does not wait": (VIOLATION, """
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *run(void *p) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); return p; }
int main(void) { pthread_t a; pthread_create(&a, 0, run, 0); return 0; }"""),
    "kinds that are chosen, one of them wrong": (VIOLATION, """
int main(void) { pthread_mutex_t m; pthread_mutexattr_t t; pthread_mutexattr_init(&t); int k = heddle_choose(3);
  pthread_mutexattr_settype(&t, k); pthread_mutex_init(&m, &t); pthread_mutex_lock(&m); pthread_mutex_lock(&m); }"""),
    "kinds that are chosen": (SAFE, """
int main(void) { pthread_mutex_t m; pthread_mutexattr_t t; pthread_mutexattr_init(&t); int k = 1 + heddle_choose(2);
  pthread_mutexattr_settype(&t, k); pthread_mutex_init(&m, heddle_choose(2) ? &t : &t); pthread_mutex_lock(&m);
  int r = pthread_mutex_lock(&m); assert(r == (k == PTHREAD_MUTEX_RECURSIVE ? 0 : EDEADLK)); }"""),
    "a mutex that is copied": (SAFE, """
struct s { int x; pthread_mutex_t m; } s;
int main(void) { struct s r = {1, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP}; s = r; pthread_mutex_lock(&s.m);
  pthread_mutex_lock(&s.m); pthread_mutex_unlock(&s.m); pthread_mutex_init(&s.m, 0);
  assert(pthread_mutex_lock(&s.m) == 0); }"""),
    "mutexes of several kinds, one of them wrong": (VIOLATION, """
pthread_mutex_t m[3] = {PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, PTHREAD_MUTEX_INITIALIZER, PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP};
int main(void) { int i = heddle_choose(3); pthread_mutex_lock(&m[i]); pthread_mutex_lock(&m[i]); }"""),
    "mutexes of several kinds": (SAFE, """
pthread_mutex_t m[3] = {PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, PTHREAD_MUTEX_INITIALIZER, PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP};
int main(void) { int i = 2*heddle_choose(2); pthread_mutex_lock(&m[i]); pthread_mutex_lock(&m[i]); }"""),
    "a timed lock fails": (VIOLATION, """
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
void *run(void *p) { struct timespec t = {1, 0}; if (pthread_mutex_timedlock(&m, &t) == ETIMEDOUT) return p; x++;
  pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, run, 0); pthread_create(&b, 0, run, 0); pthread_join(a, 0);
  pthread_join(b, 0); assert(x == 2); }"""),
    "a timed lock": (SAFE, """
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x, y;
void *run(void *p) { struct timespec t = {1, 0}; int r = pthread_mutex_clocklock(&m, CLOCK_REALTIME, &t);
  if (r == ETIMEDOUT) return p; assert(r == 0); assert(pthread_mutex_timedlock(&m, &t) == ETIMEDOUT); int z = x;
  x = z + 1; assert(x == z + 1); pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, run, 0); pthread_create(&b, 0, run, 0); pthread_join(a, 0);
  pthread_join(b, 0); assert(x == 2 || x == 1); }"""),
    "a timed lock without a time": (VIOLATION, """
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) { assert(pthread_mutex_timedlock(&m, 0) == 0); pthread_mutex_timedlock(&m, 0); }"""),
    "a recursive mutex is destroyed too early": (VIOLATION, """
pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
void *run(void *p) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_t a; pthread_create(&a, 0, run, 0); pthread_mutex_destroy(&m); pthread_join(a, 0); }"""),
    "a mutex is made too late": (VIOLATION, """
pthread_mutex_t m; pthread_mutexattr_t t;
void *run(void *p) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_t a; pthread_mutexattr_init(&t); pthread_mutexattr_settype(&t, PTHREAD_MUTEX_RECURSIVE);
  pthread_create(&a, 0, run, 0); pthread_mutex_init(&m, &t); pthread_join(a, 0); }"""),
}

LIBRARY = {
    "a thread that is detached from the beginning": (VIOLATION, """
void *run(void *p) { return p; }
int main(void) { pthread_t a; pthread_attr_t t; pthread_attr_init(&t);
  pthread_attr_setdetachstate(&t, PTHREAD_CREATE_DETACHED); assert(pthread_attr_setstacksize(&t, 1 << 20) == 0);
  pthread_create(&a, &t, run, 0); pthread_join(a, 0); }"""),
    "attributes of threads": (SAFE, """
void *run(void *p) { return p; }
int main(void) { pthread_t a; pthread_attr_t t; int d; pthread_attr_init(&t);
  pthread_attr_setdetachstate(&t, PTHREAD_CREATE_DETACHED); pthread_attr_setdetachstate(&t, PTHREAD_CREATE_JOINABLE);
  assert(pthread_attr_setdetachstate(&t, 7) == EINVAL); pthread_attr_getdetachstate(&t, &d);
  assert(d == PTHREAD_CREATE_JOINABLE); assert(pthread_attr_setscope(&t, PTHREAD_SCOPE_SYSTEM) == 0);
  pthread_create(&a, &t, run, 0); pthread_attr_destroy(&t); pthread_join(a, 0);
  assert(pthread_equal(a, a) && !pthread_equal(a, pthread_self())); }"""),
    "keys": (SAFE, """
pthread_key_t k; int one, two;
void *run(void *p) { assert(pthread_getspecific(k) == 0); pthread_setspecific(k, p);
  assert(pthread_getspecific(k) == p); return p; }
int main(void) { pthread_t a, b; assert(pthread_key_create(&k, 0) == 0); pthread_create(&a, 0, run, &one);
  pthread_create(&b, 0, run, &two); assert(pthread_getspecific(k) == 0); pthread_join(a, 0); pthread_join(b, 0);
  assert(pthread_setspecific(99, 0) == EINVAL); }"""),
    "keys have values of their own in each thread": (VIOLATION, """
pthread_key_t k; int one, two;
void *run(void *p) { pthread_setspecific(k, p); assert(pthread_getspecific(k) == &one); return p; }
int main(void) { pthread_t a, b; pthread_key_create(&k, 0); pthread_create(&a, 0, run, &one);
  pthread_create(&b, 0, run, &two); pthread_join(a, 0); pthread_join(b, 0); }"""),
    "a key with a destructor": (BAD_INPUT, """
pthread_key_t k; 
int main(void) { pthread_key_create(&k, free); }"""),
    "who exits leaves others waiting": (SAFE, """
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *run(void *p) { exit(0); }
int main(void) { pthread_t a; pthread_spinlock_t s; pthread_spin_init(&s, 0); pthread_spin_lock(&s);
  pthread_create(&a, 0, run, 0); pthread_spin_lock(&s); assert(0); }"""),
    "nobody joins who exits": (SAFE, """
int x;
void *run(void *p) { x = 1; _exit(0); }
int main(void) { pthread_t a; pthread_create(&a, 0, run, 0); pthread_join(a, 0); assert(0); }"""),
    "before an exit others go on": (VIOLATION, """
int x;
void *run(void *p) { if (x == 1) assert(0); return p; }
int main(void) { pthread_t a; pthread_create(&a, 0, run, 0); x = 1; exit(3); }"""),
    "who may exit": (VIOLATION, """
int x;
void *run(void *p) { if (heddle_choose(2)) quick_exit(0); return p; }
int main(void) { pthread_t a; pthread_create(&a, 0, run, 0); pthread_join(a, 0); assert(0); }"""),
    "realloc": (SAFE, """
int main(void) { int *p = malloc(2 * sizeof(int)); p[0] = 5; p[1] = 6; p = realloc(p, 3 * sizeof(int)); p[2] = 7;
  assert(p[0] == 5 && p[1] == 6 && p[2] == 7); p = realloc(p, 4); assert(*p == 5);
  free(p); }"""),
    "the old block after realloc": (VIOLATION, """
int main(void) { int *p = malloc(2 * sizeof(int)); p[0] = 5; int *q = realloc(p, 3 * sizeof(int)); p[0] = 1; free(q);
  }"""),
    "beyond the end after realloc": (VIOLATION, """
int main(void) { int *p = malloc(2 * sizeof(int)); p[1] = 5; p = realloc(p, 4); p[1] = 1; free(p); }"""),
    "aligned blocks": (SAFE, """
int main(void) { int *p = aligned_alloc(64, 128); assert((unsigned long)p % 64 == 0); p[3] = 1; free(p); void *q;
  assert(posix_memalign(&q, 3, 8) == EINVAL); assert(posix_memalign(&q, 16, 8) == 0); free(q); }"""),
    "beyond the end of an aligned block": (VIOLATION, """
int main(void) { int *p = aligned_alloc(64, 128); p[32] = 1; free(p); }"""),
    "strings": (SAFE, """
int main(void) { char t[8]; int k = heddle_choose(2); strcpy(t, k ? "abc" : "ab"); assert(strlen(t) == 2 + k);
  assert(strcmp(t, "ab") == 0 || k == 1); assert(memcmp(t, "ab", 2) == 0);
  assert(strncmp(t, "abx", 2) == 0 && strcmp("a", t) < 0); unsigned n = heddle_choose(3); memset(t, 'x', n);
  assert(n == 0 || t[n - 1] == 'x'); memcpy(t, "zz", n); assert(n < 2 || t[1] == 'z'); }"""),
    "strings of any length": (VIOLATION, """
int main(void) { char t[4]; memset(t, 'a', heddle_choose(5)); assert(strlen(t) != 3); }"""),
    "beyond the end of a string": (VIOLATION, """
int main(void) { char t[4]; memset(t, 'a', heddle_choose(6)); }"""),
}

AROUND_MAIN = {
    "constructors and destructors": (SAFE, """
int x; pthread_t early; static void *run(void *p) { x += 10; return p; }
__attribute__((constructor(200))) static void two(void) { assert(x == 1); x = 2; pthread_create(&early, 0, run, 0); }
__attribute__((constructor(101))) static void one(void) { x = 1; }
__attribute__((destructor)) static void last(void) { assert(x == 12); }
int main(void) { pthread_join(early, 0); assert(x == 12); }"""),
    "a thread that a constructor starts": (VIOLATION, """
int x; pthread_t early; static void *run(void *p) { x += 10; return p; }
__attribute__((constructor)) static void two(void) { pthread_create(&early, 0, run, 0); }
int main(void) { assert(x == 0); }"""),
    "a destructor fails": (VIOLATION, """
int x;
__attribute__((destructor)) static void last(void) { assert(x == 0); }
int main(void) { if (heddle_choose(2)) return 1; x = heddle_choose(2); return 0; }"""),
    "exit in a program with destructors": (BAD_INPUT, """
int x;
__attribute__((destructor)) static void last(void) { assert(x == 0); }
int main(void) { exit(1); }"""),
    "atexit": (BAD_INPUT, """
static void last(void) { assert(0); }
int main(void) { atexit(last); }"""),
}

FLOATS = {
    "numbers that are known": (SAFE, """
int main(void) { double d = 0.1; d = d * 3; assert(d != 0.3); assert(d - 0.3 > 0 && d - 0.3 < 1e-15); float f = 0.1f;
  assert(f * 3 == 0.3f || 1); assert((double)f != 0.1);
  assert((int)2.9 == 2 && (int)-2.9 == -2 && (unsigned char)200.5f == 200); assert(1.0 / 3 * 3 == 1.0); }"""),
    "floating point in two threads, in either order": (VIOLATION, """
float x = 0.5f; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *half(void *p) { pthread_mutex_lock(&m); x = x / 2; pthread_mutex_unlock(&m); return p; }
void *more(void *p) { pthread_mutex_lock(&m); x = x + 1; pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, half, 0); pthread_create(&b, 0, more, 0); pthread_join(a, 0);
  pthread_join(b, 0); assert(x != 0.75f); }"""),
    "floating point in two threads": (SAFE, """
float x = 0.5f; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *half(void *p) { pthread_mutex_lock(&m); x = x / 2; pthread_mutex_unlock(&m); return p; }
void *more(void *p) { pthread_mutex_lock(&m); x = x + 1; pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, half, 0); pthread_create(&b, 0, more, 0); pthread_join(a, 0);
  pthread_join(b, 0); assert(x == 0.75f || x == 1.25f); }"""),
    "bits of floating point numbers, structures": (SAFE, """
struct s { double d; float f[2]; } s = {1.5, {2.5f, -3.0f}};
int main(void) { union { float f; unsigned u; } u; u.f = 1.0f; assert(u.u == 0x3f800000); int i = heddle_choose(2);
  assert(s.f[i] == (i ? -3.0f : 2.5f)); assert(s.d * 2 == 3 && -s.d == -1.5); struct s t = s; assert(t.d == s.d); }"""),
}

# With inputs of any value, which a native check does not try.
FLOAT_INPUTS = {
    "a root": (VIOLATION, """
int main(void) { float x = __VERIFIER_nondet_float(); __VERIFIER_assume(x > 0 && x < 100); assert(x * x != 2.25f); }"""),
    "a sum in a range": (SAFE, """
int main(void) { float x = __VERIFIER_nondet_float(); __VERIFIER_assume(x >= 0 && x <= 10); float y = x + 1.0f;
  assert(y >= 1 && y <= 11 && y >= x); }"""),
    "what is not equal to itself": (VIOLATION, """
int main(void) { double x = __VERIFIER_nondet_double(); assert(x == x); }"""),
    "classes of numbers": (SAFE, """
int main(void) { double x = __VERIFIER_nondet_double(); if (isnan(x)) return 0; assert(x == x);
  if (isinf(x)) return 0; assert(x - x == 0 && fabs(x) >= 0); }"""),
    "a large number that 1 is too small for": (VIOLATION, """
int main(void) { double x = __VERIFIER_nondet_double(); __VERIFIER_assume(x > 1 && x < 1e300); assert(x + 1 > x); }"""),
    "integers that a float has not": (VIOLATION, """
int main(void) { int i = __VERIFIER_nondet_int(); assert((int)(float)i == i || i > 2000000000 || i < -2000000000); }"""),
    "integers as doubles": (SAFE, """
int main(void) { int i = __VERIFIER_nondet_int(); assert((int)(double)i == i); }"""),
    "a remainder": (BAD_INPUT, """
int main(void) { double x = __VERIFIER_nondet_double(); assert(fmod(x, 2) != 5); }"""),
    "long double": (BAD_INPUT, """
int main(void) { long double x = __VERIFIER_nondet_int(); x = x * 2; assert(x != 3); }"""),
    "a product and a sum, each rounded": (SAFE, """
int main(void) { double x = __VERIFIER_nondet_int() ? 0.1 : 0.1; double one = x * 10.0, two = x * 10.0 - 1.0; assert(two == one - 1.0); }"""),
}

CXX_HEADER = """#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>
"""

CXX = {
    "std::thread, std::mutex and std::atomic": (SAFE, """
std::mutex m; int x; std::atomic<int> n;
static void work(int by) { std::lock_guard<std::mutex> guard(m); x += by; n++; }
int main() { std::thread a(work, 1), b([] { work(2); }); a.join(); b.join(); assert(x == 3 && n == 2); }"""),
    "std::thread without a lock": (VIOLATION, """
int x;
int main() { std::thread a([] { x++; }), b([] { x++; }); a.join(); b.join(); assert(x == 2); }"""),
    "a thread that nobody joins": (VIOLATION, "int main() { std::thread a([] {}); }"),
    "a recursive mutex": (SAFE, """
std::recursive_mutex m; int x;
static void work() { std::lock_guard one(m); std::lock_guard two(m); x++; }
int main() { std::thread a(work), b(work); a.join(); b.join(); assert(x == 2); }"""),
    "new and free": (VIOLATION, "int main() { int *p = new int(3); __builtin_free(p); }"),
    "new and delete": (SAFE, "int main() { int *p = new int[2]{3, 4}; assert(p[1] == 4); delete[] p; delete new int; }"),
}

# Variables of functions that have returned, and of threads that have ended.
LIFETIMES = {
    "a variable that has its own address": (VIOLATION, """
void *left;
static void leave(void) { void *p; p = &p; left = p; }
int main(void) { leave(); assert(*(void **)left == left); }"""),
    "a member that points to its own object": (VIOLATION, """
struct list { struct list *next; } *left;
static void leave(void) { struct list head; head.next = &head; left = head.next; }
int main(void) { leave(); return left->next == left; }"""),
    "main has returned": (VIOLATION, """
void *put(void *p) { *(int *)p = 1; return 0; }
int main(void) { int x = 0; pthread_t a; pthread_create(&a, 0, put, &x); return 0; }"""),
    "main waits": (SAFE, """
void *put(void *p) { *(int *)p = 1; return 0; }
int main(void) { int x = 0; pthread_t a; pthread_create(&a, 0, put, &x); pthread_join(a, 0); assert(x == 1); }"""),
    "a function that waits, called twice": (SAFE, """
void *add(void *p) { ++*(int *)p; return 0; }
static int run(void) { int x = 5; pthread_t a; pthread_create(&a, 0, add, &x); pthread_join(a, 0); return x; }
int main(void) { assert(run() == 6); assert(run() == 6); }"""),
    "a large copy from what is gone": (VIOLATION, """
struct large { long a[50]; } *left, here;
static void leave(void) { struct large s; s.a[0] = 1; left = &s; }
int main(void) { leave(); here = *left; }"""),
    "a large copy over a constant": (VIOLATION, """
struct large { long a[50]; } here; static const struct large constant = {{1}};
int main(void) { struct large *p = (struct large *)&constant; *p = here; }"""),
    "alloca": (BAD_INPUT, """
int *left, x = 1;
static void leave(void) { if (x) { left = __builtin_alloca(4); *left = 3; } }
int main(void) { leave(); return *left - 3; }"""),
}

# Natively there are steps that the solver does not have.
FOLLOWED = {
    "a lock of its own, before a thread starts another one": (VIOLATION, """
int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *put(void *p) { x = 5; return p; }
void *start(void *p) { pthread_t a; pthread_mutex_lock(&m); pthread_mutex_unlock(&m);
  pthread_create(&a, 0, put, 0); pthread_join(a, 0); return p; }
int main(void) { pthread_t a; pthread_create(&a, 0, start, 0); assert(x < 2); }"""),
    "the same function before and after a thread is started": (VIOLATION, """
_Atomic(int *) shared;
static void give(void) { int a = 1; atomic_store(&shared, &a); atomic_store(&shared, 0); }
void *take(void *p) { assert(!atomic_load(&shared)); return p; }
int main(void) { pthread_t a; give(); pthread_create(&a, 0, take, 0); give(); pthread_join(a, 0); }"""),
    "a statement that others notice for some callers only": (VIOLATION, """
atomic_int x, s, own;
static int get(atomic_int *p) { return *p; }
static int (*volatile f)(atomic_int *) = get;
void *run(void *p) { f(&own); int v = x; assert(!(f(&s) == 1 && v == 0)); return p; }
void *other(void *p) { x = 1; s = 1; return p; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, run, 0); pthread_create(&b, 0, other, 0); pthread_join(a, 0);
  pthread_join(b, 0); }"""),
    "the same, by recursion": (VIOLATION, """
atomic_int x, s, own;
static int f(atomic_int *p, int n) { return n == 0 ? *p : f(p, n - 1) + f(p, n - 2 < 0 ? 0 : n - 2); }
void *run(void *p) { f(&own, 2); int v = x; assert(!(f(&s, 1) == 2 && v == 0)); return p; }
void *other(void *p) { x = 1; s = 1; return p; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, run, 0); pthread_create(&b, 0, other, 0); pthread_join(a, 0);
  pthread_join(b, 0); }"""),
    "results of threads in an array": (VIOLATION, """
void *run(void *p) { return p; }
int main(void) { pthread_t a[2]; void *q[2]; pthread_create(&a[0], 0, run, (void *)1);
  pthread_create(&a[1], 0, run, (void *)2); pthread_join(a[0], &q[0]); pthread_join(a[1], &q[1]);
  assert(q[0] != (void *)1 || q[1] != (void *)2); }"""),
}

# Main's own, written in a loop of unknown length before there are threads; under rc11 all that is atomic is an event.
FILLED_FOR_LONG = """
atomic_int x;
void *run(void *p) { return p; }
int main(void) { pthread_t a; unsigned n = heddle_choose(3); for (unsigned i = 0; i < n; i++) x = 1;
  pthread_create(&a, 0, run, 0); assert(x == 0); pthread_join(a, 0); }"""

# With inputs of which a native check tries some only.
ALL_INPUTS = {
    "sums that are chosen one after the other, of which few bits are used": (VIOLATION, """
unsigned out;
void *run(void *p) { unsigned x = 0, c = __VERIFIER_nondet_int();
  for (int i = 0; i < 32; i++) if (c >> i & 1) x += i;
  out = x & 255; return p; }
int main(void) { pthread_t a; pthread_create(&a, 0, run, 0); pthread_join(a, 0); assert(out != 21); }"""),
}

# Where orders of accesses count: the answers under sc, tso and rc11.
ORDERED = {
    "what main has written before it starts threads": (VIOLATION, """
atomic_int x;
void *run(void *p) { x = 2; return p; }
int main(void) { pthread_t a; x = 7; pthread_create(&a, 0, run, 0); assert(x != 7); }"""),
    "the same, overwritten": (VIOLATION, """
atomic_int x;
void *run(void *p) { x = 2; return p; }
int main(void) { pthread_t a; x = 7; pthread_create(&a, 0, run, 0); pthread_join(a, 0); assert(x != 2); }"""),
    "main fills an array in a loop before": (VIOLATION, """
atomic_int a[4];
void *run(void *p) { a[1]++; return p; }
int main(void) { pthread_t t; for (int i = 0; i < 4; i++) a[i] = i; pthread_create(&t, 0, run, 0); pthread_join(t, 0);
  assert(a[1] != 2); }"""),
    "a statement that others notice for some callers only": FOLLOWED["a statement that others notice for some callers only"],
    # RC11: what comes between two accesses to one variable makes them ordered by psc, whatever it is.
    "a load of what nobody writes": (SAFE, """
atomic_int x, z, y;
void *first(void *p) { atomic_store(&z, 1); atomic_store_explicit(&x, 1, memory_order_release); return p; }
void *second(void *p) { long r = atomic_load_explicit(&x, memory_order_acquire); atomic_load(&y); atomic_store(&x, 2);
  return (void *)r; }
void *third(void *p) { atomic_store(&x, 3); return (void *)(long)atomic_load(&z); }
int main(void) { pthread_t a, b, c; void *r, *d; pthread_create(&a, 0, first, 0); pthread_create(&b, 0, second, 0);
  pthread_create(&c, 0, third, 0); pthread_join(a, 0); pthread_join(b, &r); pthread_join(c, &d);
  assert(!((long)r == 1 && (long)d == 0 && atomic_load_explicit(&x, memory_order_relaxed) == 3)); }"""),
}
