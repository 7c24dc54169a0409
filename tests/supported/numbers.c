// Numbers from text, small arithmetic, and the kinds of characters.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// By the names that the linker knows; headers may choose another one.
long plainLong(const char*, char**, int) __asm__("strtol");
unsigned long plainUnsignedLong(const char*, char**, int) __asm__("strtoul");
long long plainLongLong(const char*, char**, int) __asm__("strtoll");
unsigned long long plainUnsignedLongLong(const char*, char**, int) __asm__("strtoull");
intmax_t plainMax(const char*, char**, int) __asm__("strtoimax");
uintmax_t plainUnsignedMax(const char*, char**, int) __asm__("strtoumax");
#ifdef HEDDLE
long __isoc23_strtol(const char*, char**, int);
unsigned long __isoc23_strtoul(const char*, char**, int);
long long __isoc23_strtoll(const char*, char**, int);
unsigned long long __isoc23_strtoull(const char*, char**, int);
#endif

static void fromText(void) {
  const char* text = "  -12x";
  char* end = 0;
  assert(plainLong(text, &end, 10) == -12 && end == text + 5);
  errno = 0;
  assert(plainLong("99999999999999999999", 0, 10) == LONG_MAX && errno == ERANGE);
  assert(plainLong("0x1f", 0, 0) == 31 && plainLong("017", 0, 0) == 15 && plainLong("zz", 0, 36) == 1295);
  assert(plainLong("none", &end, 10) == 0 && strcmp(end, "none") == 0);
  assert(plainUnsignedLong("ff", 0, 16) == 255 && plainLongLong("-7", 0, 10) == -7);
  assert(plainUnsignedLongLong("18446744073709551615", 0, 10) == ULLONG_MAX);
  assert(plainMax("-9", 0, 10) == -9 && plainUnsignedMax("9", 0, 10) == 9);
#ifdef HEDDLE
  assert(__isoc23_strtol("0b101", 0, 0) == 5 && __isoc23_strtoul("0b11", 0, 2) == 3);  // binary, as of C23
  assert(__isoc23_strtoll("-0b10", 0, 0) == -2 && __isoc23_strtoull("12", 0, 10) == 12);
#endif
  assert(strtod("1.5e2x", &end) == 150 && *end == 'x' && strtof("0.25", 0) == 0.25F && strtold("-2.5", 0) == -2.5L);
  assert(isinf(strtod("inf", 0)) && isnan(strtod("nan", 0)) && strtod("0x1p4", 0) == 16);
  assert(atoi("42abc") == 42 && atol("-42") == -42 && atoll("1234567890123") == 1234567890123 && atof("2.5") == 2.5);
}

static void arithmetic(void) {
  assert(abs(-3) == 3 && labs(-4L) == 4 && llabs(-5LL) == 5 && imaxabs(-6) == 6);
  const div_t a = div(-7, 2);
  const ldiv_t b = ldiv(7, -2);
  const lldiv_t c = lldiv(9, 4);
  assert(a.quot == -3 && a.rem == -1 && b.quot == -3 && b.rem == 1 && c.quot == 2 && c.rem == 1);
  assert(ffs(0) == 0 && ffs(8) == 4 && ffsl(1L << 40) == 41 && ffsll(1LL << 62) == 63);
  unsigned char bytes[4];
  const uint16_t two = (htons)(0x0102);
  const uint32_t four = (htonl)(0x01020304);
  memcpy(bytes, &two, 2);
  assert(bytes[0] == 1 && bytes[1] == 2 && (ntohs)(two) == 0x0102);
  memcpy(bytes, &four, 4);
  assert(bytes[0] == 1 && bytes[3] == 4 && (ntohl)(four) == 0x01020304);
}

static int isOneOf(int character, const char* set) { return character != 0 && strchr(set, character) != 0; }

static void characters(void) {
  const char *upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", *lower = "abcdefghijklmnopqrstuvwxyz", *digits = "0123456789";
  for (int c = 0; c < 128; ++c) {
    const int isUpper = isOneOf(c, upper), isLower = isOneOf(c, lower), isDigit = isOneOf(c, digits);
    const int isGraph = c > ' ' && c < 127, isLetter = isUpper || isLower;
    assert(!!(isupper)(c) == isUpper && !!(islower)(c) == isLower && !!(isdigit)(c) == isDigit);
    assert(!!(isalpha)(c) == isLetter && !!(isalnum)(c) == (isLetter || isDigit) && !!(isgraph)(c) == isGraph);
    assert(!!(isprint)(c) == (isGraph || c == ' ') && !!(ispunct)(c) == (isGraph && !isLetter && !isDigit));
    assert(!!(iscntrl)(c) == (c < ' ' || c == 127) && !!(isblank)(c) == (c == ' ' || c == '\t'));
    assert(!!(isspace)(c) == isOneOf(c, " \t\n\v\f\r") && !!(isxdigit)(c) == isOneOf(c, "0123456789abcdefABCDEF"));
    assert((tolower)(c) == (isUpper ? c + 32 : c) && (toupper)(c) == (isLower ? c - 32 : c));
    assert((isascii)(c) && (isascii)(c + 128) == 0);
    assert(!!((*__ctype_b_loc())[c] & _ISalpha) == isLetter);
    assert((*__ctype_tolower_loc())[c] == (tolower)(c) && (*__ctype_toupper_loc())[c] == (toupper)(c));
  }
}

int main(void) {
  fromText();
  arithmetic();
  characters();
  return 0;
}
