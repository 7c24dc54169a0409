/* What a program may say to Heddle. C and C++.
 *
 *   heddle_assert(cond)   the property: a violation if cond is false
 *   heddle_assume(cond)   executions in which cond is false are of no interest
 *   heddle_choose(n)      every value in 0 .. n-1 is explored; n > 0
 *
 * Heddle defines HEDDLE when it compiles. Elsewhere the program still compiles
 * and runs: assertions become assert(), a failed assumption ends the process
 * quietly, and a choice or a nondeterministic value is always 0.
 *
 * The other names are those of other tools (SV-COMP, GenMC, Nidhugg), so that
 * their programs run unchanged. Programs usually declare these themselves; the
 * declarations here agree with the usual ones.
 */
#ifndef HEDDLE_HEDDLE_H
#define HEDDLE_HEDDLE_H

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

void __VERIFIER_assume(int condition);
void __VERIFIER_assert(int condition);
void __VERIFIER_error(void);
void reach_error(void);

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

#endif
#endif
