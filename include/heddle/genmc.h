/* For programs that include GenMC's header: the names it has, as heddle.h and the C library mean them.
 *
 * What tells GenMC how to explore says nothing here: the program means the same without it.
 */
#ifndef HEDDLE_GENMC_H
#define HEDDLE_GENMC_H

#include <heddle/heddle.h>
#include <pthread.h>

#ifdef __cplusplus
extern "C" {
#endif
void __VERIFIER_spin_start(void);
void __VERIFIER_spin_end(void);
void __VERIFIER_loop_begin(void);
#ifdef __cplusplus
}
#endif

/* Some versions say there whether the iteration had an effect. */
#define __VERIFIER_spin_end(...) __VERIFIER_spin_end()

typedef pthread_t __VERIFIER_thread_t;
static inline __VERIFIER_thread_t __VERIFIER_spawn(void *(*start)(void *), void *argument) {
  pthread_t thread;
  pthread_create(&thread, 0, start, argument);
  return thread;
}
static inline void *__VERIFIER_join(__VERIFIER_thread_t thread) {
  void *result;
  pthread_join(thread, &result);
  return result;
}
#define __VERIFIER_spawn_symmetric(start, argument, other) __VERIFIER_spawn(start, argument)
#define __VERIFIER_join_symmetric(thread) __VERIFIER_join(thread)

/* Hazard pointers. What is retired is never freed, so that whoever uses it unprotected is not found. */
typedef int __VERIFIER_hp_t;
#define __VERIFIER_hp_alloc() 0
#define __VERIFIER_hp_protect(pointer, from) __atomic_load_n((void **)(from), __ATOMIC_ACQUIRE)
#define __VERIFIER_hp_clear(pointer) ((void)(pointer))
#define __VERIFIER_hp_free(pointer) ((void)(pointer))
#define __VERIFIER_hp_retire(address) ((void)(address))

/* Who does it does nothing after that. */
#define __VERIFIER_optional(...) \
  do {                           \
    if (heddle_choose(2)) {      \
      __VA_ARGS__;               \
      heddle_assume(0);          \
    }                            \
  } while (0)

#define __VERIFIER_local_write(...) __VA_ARGS__
#define __VERIFIER_final_write(...) __VA_ARGS__
#define __VERIFIER_speculative_read(...) __VA_ARGS__
#define __VERIFIER_confirming_read(...) __VA_ARGS__
#define __VERIFIER_confirming_CAS(...) __VA_ARGS__
#define __VERIFIER_confirming_cas(...) __VA_ARGS__
#define __VERIFIER_speculative_cas(...) __VA_ARGS__
#define __VERIFIER_final_CAS(...) __VA_ARGS__
#define __VERIFIER_final_cas(...) __VA_ARGS__
#define __VERIFIER_helped_CAS(...) __VA_ARGS__
#define __VERIFIER_helped_cas(...) __VA_ARGS__
#define __VERIFIER_helping_CAS(...) __VA_ARGS__
#define __VERIFIER_helping_cas(...) __VA_ARGS__
#define __VERIFIER_fais(...) __VA_ARGS__

#endif
