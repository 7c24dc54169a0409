#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>
int __xpg_strerror_r(int error, char* text, size_t n);

int main(void) {
  char b[8] = "zzzzzzz";
  assert(stpncpy(b, "abc", 5) == b + 3 && b[4] == 0 && b[5] == 'z');
  assert(memccpy(b, "hello", 'l', 5) == b + 3 && b[2] == 'l');
  assert(memccpy(b, "hello", 'x', 5) == 0);
  const char* h = "a needle in hay";
  assert(memmem(h, 15, "needle", 6) == h + 2 && memmem(h, 15, "nope", 4) == 0 && memmem(h, 15, "", 0) == h);
  assert(strcasestr(h, "NEEDLE") == h + 2 && strcasestr(h, "xx") == 0 && strcasestr(h, "") == h);
  assert(strxfrm(b, "abcdefghij", 8) == 10 && strxfrm(b, "abcd", 8) == 4 && strcmp(b, "abcd") == 0);
  swab("1234", b, 4);
  assert(memcmp(b, "2143", 4) == 0);
  char e[40];
  assert(strcmp(strerror_r(ENOENT, e, 40), strerror(ENOENT)) == 0);
  assert(isatty(0) == 0 && errno == ENOTTY);
  assert(__xpg_strerror_r(ENOENT, e, 4) == ERANGE && strlen(e) == 3);
}
