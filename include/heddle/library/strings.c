/* Texts: what is seldom used. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

/* With the state that all threads share: two that use it at once race. */
char* strtok(char* text, const char* delimiters) {
  static char* rest;
  return strtok_r(text, delimiters, &rest);
}

char* stpncpy(char* to, const char* from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i] != 0; ++i) to[i] = from[i];
  char* const end = to + i;
  for (; i < n; ++i) to[i] = 0;
  return end;
}

void* memccpy(void* to, const void* from, int last, size_t n) {
  char* out = to;
  const char* in = from;
  for (; n > 0; --n)
    if ((*out++ = *in++) == (char)last) return out;
  return 0;
}

void* memmem(const void* in, size_t size, const void* wanted, size_t n) {
  const char* at = in;
  for (; size >= n; ++at, --size)
    if (memcmp(at, wanted, n) == 0) return (void*)at;
  return 0;
}

char* strcasestr(const char* in, const char* wanted) {
  const size_t n = strlen(wanted);
  for (;; ++in) {
    if (strncasecmp(in, wanted, n) == 0) return (char*)in;
    if (*in == 0) return 0;
  }
}

/* Of the C locale. */
size_t strxfrm(char* to, const char* from, size_t n) {
  const size_t length = strlen(from);
  if (n != 0) {
    strncpy(to, from, n - 1);
    to[n - 1] = 0;
  }
  return length;
}

void swab(const void* from, void* to, ssize_t n) {
  const char* in = from;
  char* out = to;
  for (; n > 1; n -= 2, in += 2, out += 2) {
    const char first = in[0];
    out[0] = in[1];
    out[1] = first;
  }
}

/* GNU's, which need not use the caller's room; and POSIX's. */
char* strerror_r(int error, char* text, size_t n) {
  (void)text, (void)n;
  return strerror(error);
}
int __xpg_strerror_r(int error, char* text, size_t n) {
  const char* const whole = strerror(error);
  if (n == 0) return ERANGE;
  strncpy(text, whole, n - 1);
  text[n - 1] = 0;
  return strlen(whole) < n ? 0 : ERANGE;
}
