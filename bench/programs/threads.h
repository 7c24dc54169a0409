// What many programs share: threads that run one function, numbered from 0, and
// the memory orders by short names.
#pragma once

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef __GENMC_INTERNAL_H__  // GenMC's own headers declare it
void __VERIFIER_assume(int);
#endif

#ifndef N
#define N 3
#endif

#define RELAXED memory_order_relaxed
#define ACQUIRE memory_order_acquire
#define RELEASE memory_order_release
#define ACQ_REL memory_order_acq_rel

static inline void startThreads(pthread_t *threads, int count, void *(*body)(void *)) {
  for (intptr_t i = 0; i < count; i++) pthread_create(&threads[i], 0, body, (void *)i);
}

static inline void joinThreads(pthread_t *threads, int count) {
  for (int i = 0; i < count; i++) pthread_join(threads[i], 0);
}

static inline void runThreads(int count, void *(*body)(void *)) {
  pthread_t threads[20];
  startThreads(threads, count, body);
  joinThreads(threads, count);
}

static inline int numberOf(void *argument) { return (int)(intptr_t)argument; }
