// Inputs that are only compared with constants: all of them are checked.
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a > 5 && a < 5) reach_error();
  if (__VERIFIER_nondet_uchar() < 0) reach_error();
  int b = __VERIFIER_nondet_int();
  if (b == 1000) return 0;
  if (b < -3) reach_error();
}
