// Arithmetic for which a machine may have no instruction. Compiled code calls these functions; this program does by
// name.
#include <assert.h>
#include <stdint.h>

typedef __int128 Int;
typedef unsigned __int128 Unsigned;
#ifdef __x86_64__
typedef __float128 Quad;
typedef _Complex __float128 QuadComplex;
#else
typedef long double Quad;
typedef _Complex long double QuadComplex;
#endif

Int __divti3(Int, Int), __modti3(Int, Int), __multi3(Int, Int), __negti2(Int);
Unsigned __udivti3(Unsigned, Unsigned), __umodti3(Unsigned, Unsigned), __lshrti3(Unsigned, int);
Int __ashlti3(Int, int), __ashrti3(Int, int);
int __clzti2(Unsigned), __ctzti2(Unsigned), __ffsti2(Unsigned), __popcountti2(Unsigned), __parityti2(Unsigned);
int __popcountdi2(uint64_t), __paritydi2(uint64_t);
float __floattisf(Int), __floatuntisf(Unsigned), __powisf2(float, int);
double __floattidf(Int), __floatuntidf(Unsigned), __powidf2(double, int);
Int __fixsfti(float), __fixdfti(double);
Unsigned __fixunssfti(float), __fixunsdfti(double);
_Complex float __mulsc3(float, float, float, float), __divsc3(float, float, float, float);
_Complex double __muldc3(double, double, double, double), __divdc3(double, double, double, double);
Quad __addtf3(Quad, Quad), __subtf3(Quad, Quad), __multf3(Quad, Quad), __divtf3(Quad, Quad), __negtf2(Quad);
long __eqtf2(Quad, Quad), __netf2(Quad, Quad), __lttf2(Quad, Quad), __letf2(Quad, Quad), __gttf2(Quad, Quad);
long __getf2(Quad, Quad), __unordtf2(Quad, Quad);
Quad __extendsftf2(float), __extenddftf2(double), __extendhftf2(_Float16);
float __trunctfsf2(Quad);
double __trunctfdf2(Quad);
_Float16 __trunctfhf2(Quad);
int32_t __fixtfsi(Quad);
int64_t __fixtfdi(Quad);
Int __fixtfti(Quad);
uint32_t __fixunstfsi(Quad);
uint64_t __fixunstfdi(Quad);
Unsigned __fixunstfti(Quad);
Quad __floatsitf(int32_t), __floatditf(int64_t), __floattitf(Int), __powitf2(Quad, int);
Quad __floatunsitf(uint32_t), __floatunditf(uint64_t), __floatuntitf(Unsigned);
QuadComplex __multc3(Quad, Quad, Quad, Quad), __divtc3(Quad, Quad, Quad, Quad);

static const Int large = (Int)1 << 100;

static void integers(void) {
  assert(__divti3(-large, 3) == -(large / 3) && __modti3(-7, 3) == -1 && __multi3(large, -4) == -large * 4);
  assert(__negti2(large) == -large && __udivti3((Unsigned)large, 7) == (Unsigned)large / 7);
  assert(__umodti3((Unsigned)large, 1000) == 376);  // 2^100 ends in 376
  assert(__ashlti3(1, 100) == large && __ashrti3(-large, 99) == -2 && __lshrti3((Unsigned)large, 98) == 4);
  assert(__clzti2(1) == 127 && __ctzti2((Unsigned)large) == 100 && __ffsti2((Unsigned)large) == 101 &&
         __ffsti2(0) == 0);
  assert(__popcountdi2(0xff0f) == 12 && __popcountti2((Unsigned)large | 3) == 3);
  assert(__paritydi2(7) == 1 && __parityti2((Unsigned)large | 1) == 0);
#ifdef HEDDLE  // libgcc has none of these
  int64_t __mulodi4(int64_t, int64_t, int*);
  Int __muloti4(Int, Int, int*);
  int overflows = 7;
  assert(__mulodi4(-6, 7, &overflows) == -42 && overflows == 0);
  __mulodi4(INT64_MAX, 2, &overflows);
  assert(overflows == 1);
  assert(__muloti4(large, -3, &overflows) == -3 * large && overflows == 0);
  __muloti4(large, large, &overflows);
  assert(overflows == 1);
#endif
}

static void conversions(void) {
  assert(__floattisf(-large) == -0x1p100F && __floatuntisf((Unsigned)large) == 0x1p100F);
  assert(__floattidf(-large) == -0x1p100 && __floatuntidf((Unsigned)large) == 0x1p100);
  assert(__fixsfti(-0x1p100F) == -large && __fixdfti(-0x1p100) == -large);
  assert(__fixunssfti(0x1p100F) == (Unsigned)large && __fixunsdfti(0x1p100) == (Unsigned)large);
  assert(__powisf2(2, 10) == 1024 && __powidf2(2, -2) == 0.25);
}

static void complexNumbers(void) {
  _Complex float a = __mulsc3(1, 2, 3, 4);  // (1+2i)(3+4i) = -5+10i
  assert(__real__ a == -5 && __imag__ a == 10);
  a = __divsc3(-5, 10, 3, 4);
  assert(__real__ a == 1 && __imag__ a == 2);
  _Complex double b = __muldc3(1, 2, 3, 4);
  assert(__real__ b == -5 && __imag__ b == 10);
  b = __divdc3(-5, 10, 3, 4);
  assert(__real__ b == 1 && __imag__ b == 2);
}

static void quads(void) {
  const Quad one = __floatsitf(1), half = __extenddftf2(0.5), two = __floatunsitf(2);
  const Quad notANumber = __extendsftf2(__builtin_nanf(""));
  assert(__trunctfdf2(__addtf3(one, half)) == 1.5 && __trunctfdf2(__subtf3(half, two)) == -1.5);
  assert(__trunctfsf2(__multf3(half, two)) == 1.0F && __trunctfsf2(__divtf3(half, two)) == 0.25F);
  assert(__trunctfdf2(__negtf2(half)) == -0.5 && __trunctfdf2(__powitf2(two, 10)) == 1024);
  assert((int)__eqtf2(one, one) == 0 && (int)__netf2(one, two) != 0 && (int)__lttf2(one, two) < 0);
  assert((int)__letf2(two, two) <= 0 && (int)__gttf2(two, one) > 0 && (int)__getf2(one, one) >= 0);
  assert((int)__unordtf2(one, notANumber) != 0 && (int)__unordtf2(one, two) == 0 && (int)__eqtf2(notANumber, one) != 0);
  assert(__fixtfsi(__negtf2(two)) == -2 && __fixtfdi(__floatditf(INT64_MIN)) == INT64_MIN);
  assert(__fixtfti(__floattitf(-large)) == -large && __fixunstfsi(__floatunsitf(UINT32_MAX)) == UINT32_MAX);
  assert(__fixunstfdi(__floatunditf(UINT64_MAX)) == UINT64_MAX);
  assert(__fixunstfti(__floatuntitf((Unsigned)large)) == (Unsigned)large);
#if defined(HEDDLE) || defined(__aarch64__)
  assert((float)__trunctfhf2(half) == 0.5F && __trunctfdf2(__extendhftf2((_Float16)0.25F)) == 0.25);
#endif
  QuadComplex product = __multc3(one, two, half, two);  // (1+2i)(0.5+2i) = -3.5+3i
  assert(__trunctfdf2(__real__ product) == -3.5 && __trunctfdf2(__imag__ product) == 3);
  product = __divtc3(__real__ product, __imag__ product, half, two);
  assert(__trunctfdf2(__real__ product) == 1 && __trunctfdf2(__imag__ product) == 2);
}

#ifdef __x86_64__
long double __floattixf(Int), __floatuntixf(Unsigned), __powixf2(long double, int), __extendhfxf2(_Float16);
Int __fixxfti(long double), __fixhfti(_Float16);
Unsigned __fixunsxfti(long double), __fixunshfti(_Float16);
_Complex long double __mulxc3(long double, long double, long double, long double);
_Complex long double __divxc3(long double, long double, long double, long double);
Quad __extendxftf2(long double);
long double __trunctfxf2(Quad);
float __extendhfsf2(_Float16);
double __extendhfdf2(_Float16);
_Float16 __truncsfhf2(float), __truncdfhf2(double), __truncxfhf2(long double), __floattihf(Int),
    __floatuntihf(Unsigned);

static void extended(void) {
  assert(__floattixf(-large) == -0x1p100L && __floatuntixf((Unsigned)large) == 0x1p100L && __powixf2(2, 10) == 1024);
  assert(__fixxfti(-0x1p100L) == -large && __fixunsxfti(0x1p100L) == (Unsigned)large);
  _Complex long double product = __mulxc3(1, 2, 3, 4);
  assert(__real__ product == -5 && __imag__ product == 10);
  product = __divxc3(-5, 10, 3, 4);
  assert(__real__ product == 1 && __imag__ product == 2);
  assert(__trunctfxf2(__extendxftf2(0.75L)) == 0.75L);
  assert(__extendhfsf2(__truncsfhf2(0.5F)) == 0.5F && __extendhfdf2(__truncdfhf2(0.25)) == 0.25);
  assert(__extendhfxf2(__truncxfhf2(2)) == 2 && __fixhfti(__floattihf(-7)) == -7);
  assert(__fixunshfti(__floatuntihf(9)) == 9);
}
#else
static void extended(void) {}
#endif

int main(void) {
  integers();
  conversions();
  complexNumbers();
  quads();
  extended();
  return 0;
}
