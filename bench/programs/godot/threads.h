// What the programs of Awaiting for Godot share: N threads, numbered from 0,
// that run one function, and an owner to tell two threads in one section.
#pragma once

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

void __VERIFIER_assume(int);

#ifndef N
#define N 3
#endif

static void runThreads(int count, void *(*body)(void *)) {
  pthread_t threads[8];
  for (intptr_t i = 0; i < count; i++) pthread_create(&threads[i], 0, body, (void *)i);
  for (int i = 0; i < count; i++) pthread_join(threads[i], 0);
}

static int numberOf(void *argument) { return (int)(intptr_t)argument; }
