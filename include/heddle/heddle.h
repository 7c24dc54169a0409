/* What a program may say to Heddle. C and C++.
 *
 *   heddle_assert(cond)   the property: a violation if cond is false
 *   heddle_assume(cond)   executions in which cond is false are of no interest
 *   heddle_choose(n)      every value in 0 .. n-1 is explored; n > 0
 *
 *   heddle_channel *c = heddle_channel_create();
 *   heddle_channel_send(c, value)          never waits
 *   value = heddle_channel_receive(c)      waits for a message
 *   if (heddle_channel_try_receive(c, &value))   1: got one; 0: there is none
 *
 * A channel carries 64-bit messages from any threads to any threads, first in,
 * first out; those who receive are served in the order in which they came. What
 * a thread did before it sent a message happens before what the one that gets
 * the message does then. A channel can carry 1024 messages in an execution.
 *
 * Heddle defines HEDDLE when it compiles. Elsewhere the program still compiles
 * and runs: assertions become assert(), a failed assumption ends the process
 * quietly, a choice or a nondeterministic value is always 0, and channels use
 * a mutex and a condition variable.
 *
 * The other names are those of other tools (SV-COMP, GenMC, Nidhugg), so that
 * their programs run unchanged. Programs usually declare these themselves; the
 * declarations here agree with the usual ones.
 */
#ifndef HEDDLE_HEDDLE_H
#define HEDDLE_HEDDLE_H

#include <stdint.h>

typedef struct heddle_channel heddle_channel;

#ifdef HEDDLE

#ifdef __cplusplus
#define HEDDLE_BOOL bool
extern "C" {
#else
#define HEDDLE_BOOL _Bool
#endif

void heddle_assume(int condition);
unsigned heddle_choose(unsigned count);
void heddle_assert_fail(const char *expression, const char *file, int line, const char *function)
    __attribute__((__noreturn__));

heddle_channel *heddle_channel_create(void);
void heddle_channel_send(heddle_channel *channel, uint64_t value);
uint64_t heddle_channel_receive(heddle_channel *channel);
int heddle_channel_try_receive(heddle_channel *channel, uint64_t *value);

void __VERIFIER_assume(int condition);
void __VERIFIER_assert(int condition);
void __VERIFIER_error(void);
void reach_error(void);

/* A hint for other tools, which means nothing here. */
void __VERIFIER_loop_bound(int iterations);

/* What runs between the two is one step. */
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

/* Any value of a small range (option --nondet-range). */
HEDDLE_BOOL __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
signed char __VERIFIER_nondet_schar(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
__SIZE_TYPE__ __VERIFIER_nondet_size_t(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
void *__VERIFIER_nondet_pointer(void);

#ifdef __cplusplus
}
#endif
#undef HEDDLE_BOOL

#define heddle_assert(condition) \
  ((condition) ? (void)0 : heddle_assert_fail(#condition, __FILE__, __LINE__, __func__))

#else /* an ordinary compiler */

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define heddle_assert(condition) assert(condition)
#define heddle_assume(condition) ((condition) ? (void)0 : exit(0))
#define heddle_choose(count) ((void)(count), 0U)

#define __VERIFIER_assume(condition) heddle_assume(condition)
#define __VERIFIER_assert(condition) assert(condition)
#define __VERIFIER_error() abort()
#define reach_error() abort()
#define __VERIFIER_atomic_begin() ((void)0)
#define __VERIFIER_atomic_end() ((void)0)
#define __VERIFIER_loop_bound(iterations) ((void)0)
#define __VERIFIER_nondet_bool() 0
#define __VERIFIER_nondet_char() ((char)0)
#define __VERIFIER_nondet_schar() ((signed char)0)
#define __VERIFIER_nondet_uchar() ((unsigned char)0)
#define __VERIFIER_nondet_short() ((short)0)
#define __VERIFIER_nondet_ushort() ((unsigned short)0)
#define __VERIFIER_nondet_int() 0
#define __VERIFIER_nondet_uint() 0U
#define __VERIFIER_nondet_long() 0L
#define __VERIFIER_nondet_ulong() 0UL
#define __VERIFIER_nondet_longlong() 0LL
#define __VERIFIER_nondet_ulonglong() 0ULL
#define __VERIFIER_nondet_size_t() ((__SIZE_TYPE__)0)
#define __VERIFIER_nondet_float() 0.0F
#define __VERIFIER_nondet_double() 0.0
#define __VERIFIER_nondet_pointer() ((void *)0)

struct heddle_channel {
  pthread_mutex_t mutex;
  pthread_cond_t sent;
  unsigned head, tail;
  uint64_t messages[1024];
};
static inline heddle_channel *heddle_channel_create(void) {
  heddle_channel *channel = (heddle_channel *)calloc(1, sizeof(heddle_channel));
  assert(channel);
  pthread_mutex_init(&channel->mutex, 0);
  pthread_cond_init(&channel->sent, 0);
  return channel;
}
static inline void heddle_channel_send(heddle_channel *channel, uint64_t value) {
  pthread_mutex_lock(&channel->mutex);
  assert(channel->tail < 1024);
  channel->messages[channel->tail++] = value;
  pthread_cond_broadcast(&channel->sent);
  pthread_mutex_unlock(&channel->mutex);
}
static inline uint64_t heddle_channel_receive(heddle_channel *channel) {
  pthread_mutex_lock(&channel->mutex);
  unsigned mine = channel->head++;
  while (mine >= channel->tail) pthread_cond_wait(&channel->sent, &channel->mutex);
  uint64_t value = channel->messages[mine];
  pthread_mutex_unlock(&channel->mutex);
  return value;
}
static inline int heddle_channel_try_receive(heddle_channel *channel, uint64_t *value) {
  pthread_mutex_lock(&channel->mutex);
  int found = channel->head < channel->tail;
  if (found) *value = channel->messages[channel->head++];
  pthread_mutex_unlock(&channel->mutex);
  return found;
}

#endif
#endif
