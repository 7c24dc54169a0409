// Names of other tools: each kind of input takes the value that it is compared with.
// violations: assertion x17
// native: no, it fails
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>

_Bool __VERIFIER_nondet__Bool(void);
void __VERIFIER_loop_begin(void);
void __VERIFIER_spin_start(void);
void __VERIFIER_spin_end(_Bool found);

static int together;

static void* inSection(void* argument) {
  __VERIFIER_atomic_begin();
  ++together;
  --together;
  __VERIFIER_atomic_end();
  return argument;
}

static void sections(void) {
  pthread_t thread;
  pthread_create(&thread, 0, inSection, 0);
  __VERIFIER_atomic_begin();
  assert(together == 0);
  __VERIFIER_atomic_end();
  pthread_join(thread, 0);
}

static void hints(void) {
  __VERIFIER_loop_bound(3);
  for (int i = 0; i < 2; ++i) __VERIFIER_loop_begin();
  __VERIFIER_spin_start();
  __VERIFIER_spin_end(0);
}

int main(void) {
  hints();
  switch (heddle_choose(19)) {
    case 0: assert(!__VERIFIER_nondet_bool()); break;
    case 1: assert(!__VERIFIER_nondet__Bool()); break;
    case 2: assert(__VERIFIER_nondet_char() != 'q'); break;
    case 3: assert(__VERIFIER_nondet_schar() != -5); break;
    case 4: assert(__VERIFIER_nondet_uchar() != 250); break;
    case 5: assert(__VERIFIER_nondet_short() != -300); break;
    case 6: assert(__VERIFIER_nondet_ushort() != 60000); break;
    case 7: assert(__VERIFIER_nondet_int() != -70000); break;
    case 8: assert(__VERIFIER_nondet_uint() != 4000000000U); break;
    case 9: assert(__VERIFIER_nondet_long() != -5000000000L); break;
    case 10: assert(__VERIFIER_nondet_ulong() != 5000000000UL); break;
    case 11: assert(__VERIFIER_nondet_longlong() != -5000000000LL); break;
    case 12: assert(__VERIFIER_nondet_ulonglong() != 5000000000ULL); break;
    case 13: assert(__VERIFIER_nondet_size_t() != 77); break;
    case 14: assert(__VERIFIER_nondet_pointer() != 0); break;
    case 15: assert(__VERIFIER_nondet_float() != 1.0F); break;
    case 16: assert(__VERIFIER_nondet_double() != 1.0); break;
    case 17: {
      const int input = __VERIFIER_nondet_int();
      __VERIFIER_assume(input == 7);
      assert(input == 7);
      break;
    }
    default: sections();
  }
  return 0;
}
