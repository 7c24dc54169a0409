// Concurrency Kit's stack: two threads push, and what was pushed is popped once.
//
// -DBUG  one of them pushes as if it were alone
#define CK_USE_CC_BUILTINS 1
#include <assert.h>
#include <ck_stack.h>
#include <pthread.h>

static ck_stack_t stack = CK_STACK_INITIALIZER;
static ck_stack_entry_t one, two;

static void *push(void *unused) {
#ifdef BUG
  ck_stack_push_spnc(&stack, &one);
#else
  ck_stack_push_upmc(&stack, &one);
#endif
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, push, 0);
  ck_stack_push_upmc(&stack, &two);
  ck_stack_entry_t *first = ck_stack_pop_upmc(&stack);
  pthread_join(other, 0);
  ck_stack_entry_t *second = ck_stack_pop_upmc(&stack);
  assert(first && second && first != second);
  return 0;
}
