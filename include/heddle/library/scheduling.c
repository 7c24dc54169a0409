/* What is asked for of scheduling changes nothing, but it is kept; sets of processors. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

static _Atomic int level;

int pthread_setconcurrency(int newLevel) {
  if (newLevel < 0) return EINVAL;
  __c11_atomic_store(&level, newLevel, __ATOMIC_RELAXED);
  return 0;
}

int pthread_getconcurrency(void) { return __c11_atomic_load(&level, __ATOMIC_RELAXED); }

/* What the macros CPU_COUNT, CPU_ALLOC and CPU_FREE call. */
int __sched_cpucount(size_t bytes, const cpu_set_t *set) {
  int count = 0;
  for (size_t i = 0; i < bytes / sizeof(__cpu_mask); ++i) count += __builtin_popcountl(set->__bits[i]);
  return count;
}

cpu_set_t *__sched_cpualloc(size_t count) { return malloc(CPU_ALLOC_SIZE(count)); }

void __sched_cpufree(cpu_set_t *set) { free(set); }
