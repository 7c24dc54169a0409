#include <stdbool.h>

bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  bool yes = __VERIFIER_nondet_bool();
  int number = __VERIFIER_nondet_int();
  if (yes && number == 2) reach_error();
}
