// What is written out N times, up to 16: EACH(F) is F(0) F(1) ... F(N - 1).
//
// An interpreter pays for loops, arithmetic and joins, native code does not
// observe. These programs are for a comparison with one, so they have none: a
// function for each thread, constants, and a main that leaves by pthread_exit.
#pragma once

#include <pthread.h>
#include <stdatomic.h>

#define RELAXED memory_order_relaxed
#define ACQUIRE memory_order_acquire
#define RELEASE memory_order_release

#define LOAD(word) atomic_load_explicit(&(word), ACQUIRE)
#define STORE(word, value) atomic_store_explicit(&(word), (value), RELEASE)
#define START(i) pthread_create(&thread, 0, body##i, 0);

#define EACH(F) EACH_OF(N, F)
#define EACH_OF(n, F) EACH_EXPANDED(n, F)
#define EACH_EXPANDED(n, F) EACH_##n(F)
#define EACH_1(F) F(0)
#define EACH_2(F) EACH_1(F) F(1)
#define EACH_3(F) EACH_2(F) F(2)
#define EACH_4(F) EACH_3(F) F(3)
#define EACH_5(F) EACH_4(F) F(4)
#define EACH_6(F) EACH_5(F) F(5)
#define EACH_7(F) EACH_6(F) F(6)
#define EACH_8(F) EACH_7(F) F(7)
#define EACH_9(F) EACH_8(F) F(8)
#define EACH_10(F) EACH_9(F) F(9)
#define EACH_11(F) EACH_10(F) F(10)
#define EACH_12(F) EACH_11(F) F(11)
#define EACH_13(F) EACH_12(F) F(12)
#define EACH_14(F) EACH_13(F) F(13)
#define EACH_15(F) EACH_14(F) F(14)
#define EACH_16(F) EACH_15(F) F(15)
