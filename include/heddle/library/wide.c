/* Strings of wide characters, in the locale "C": a byte of more than 7 bits is no character. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

size_t wcsnlen(const wchar_t *s, size_t most) {
  size_t n = 0;
  while (n < most && s[n] != 0) ++n;
  return n;
}

wchar_t *wcpcpy(wchar_t *to, const wchar_t *from) {
  while ((*to = *from++) != 0) ++to;
  return to;
}
wchar_t *wcpncpy(wchar_t *to, const wchar_t *from, size_t n) {
  const size_t length = wcsnlen(from, n);
  for (size_t i = 0; i < n; ++i) to[i] = i < length ? from[i] : 0;
  return to + length;
}
wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t n) {
  wcpncpy(to, from, n);
  return to;
}
wchar_t *wcscat(wchar_t *to, const wchar_t *from) {
  wcpcpy(to + wcslen(to), from);
  return to;
}
wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t most) {
  const size_t length = wcsnlen(from, most);
  wchar_t *const end = to + wcslen(to);
  for (size_t i = 0; i < length; ++i) end[i] = from[i];
  end[length] = 0;
  return to;
}
wchar_t *wcsdup(const wchar_t *s) {
  wchar_t *const copy = malloc((wcslen(s) + 1) * sizeof *copy);
  if (copy != 0) wcpcpy(copy, s);
  return copy;
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
  for (; n != 0; --n, ++a, ++b) {
    if (*a != *b) return *a < *b ? -1 : 1;
    if (*a == 0) break;
  }
  return 0;
}
int wcscoll(const wchar_t *a, const wchar_t *b) { return wcscmp(a, b); }
int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n) {
  for (; n != 0; --n, ++a, ++b) {
    const wint_t x = towlower((wint_t)*a), y = towlower((wint_t)*b);
    if (x != y) return x < y ? -1 : 1;
    if (x == 0) break;
  }
  return 0;
}
int wcscasecmp(const wchar_t *a, const wchar_t *b) { return wcsncasecmp(a, b, (size_t)-1); }

wchar_t *wcschr(const wchar_t *s, wchar_t wanted) {
  for (; *s != wanted; ++s)
    if (*s == 0) return 0;
  return (wchar_t *)s;
}
wchar_t *wcsrchr(const wchar_t *s, wchar_t wanted) {
  const wchar_t *found = 0;
  do {
    if (*s == wanted) found = s;
  } while (*s++ != 0);
  return (wchar_t *)found;
}
static size_t span(const wchar_t *s, const wchar_t *set, int isIn) {
  size_t n = 0;
  while (s[n] != 0 && (wcschr(set, s[n]) != 0) == isIn) ++n;
  return n;
}
size_t wcsspn(const wchar_t *s, const wchar_t *accepted) { return span(s, accepted, 1); }
size_t wcscspn(const wchar_t *s, const wchar_t *rejected) { return span(s, rejected, 0); }
wchar_t *wcspbrk(const wchar_t *s, const wchar_t *wanted) {
  s += wcscspn(s, wanted);
  return *s == 0 ? 0 : (wchar_t *)s;
}
wchar_t *wcsstr(const wchar_t *s, const wchar_t *wanted) {
  const size_t length = wcslen(wanted);
  for (;; ++s) {
    if (wcsncmp(s, wanted, length) == 0) return (wchar_t *)s;
    if (*s == 0) return 0;
  }
}
wchar_t *wcstok(wchar_t *s, const wchar_t *delimiters, wchar_t **rest) {
  if (s == 0) s = *rest;
  if (s == 0) return 0;
  s += wcsspn(s, delimiters);
  if (*s == 0) {
    *rest = 0;
    return 0;
  }
  wchar_t *const end = s + wcscspn(s, delimiters);
  *rest = *end == 0 ? 0 : end + 1;
  *end = 0;
  return s;
}

/* Characters. */
static int isBetween(wint_t c, wint_t first, wint_t last) { return first <= c && c <= last; }
int iswupper(wint_t c) { return isBetween(c, 'A', 'Z'); }
int iswlower(wint_t c) { return isBetween(c, 'a', 'z'); }
int iswalpha(wint_t c) { return iswupper(c) || iswlower(c); }
int iswdigit(wint_t c) { return isBetween(c, '0', '9'); }
int iswxdigit(wint_t c) { return iswdigit(c) || isBetween(c, 'a', 'f') || isBetween(c, 'A', 'F'); }
int iswalnum(wint_t c) { return iswalpha(c) || iswdigit(c); }
int iswspace(wint_t c) { return c == ' ' || isBetween(c, '\t', '\r'); }
int iswblank(wint_t c) { return c == ' ' || c == '\t'; }
int iswcntrl(wint_t c) { return c < 32 || c == 127; }
int iswprint(wint_t c) { return isBetween(c, 32, 126); }
int iswgraph(wint_t c) { return isBetween(c, 33, 126); }
int iswpunct(wint_t c) { return iswgraph(c) && !iswalnum(c); }
wint_t towlower(wint_t c) { return iswupper(c) ? c - 'A' + 'a' : c; }
wint_t towupper(wint_t c) { return iswlower(c) ? c - 'a' + 'A' : c; }

/* To bytes and back. */
size_t __ctype_get_mb_cur_max(void) { return 1; }
wint_t btowc(int c) { return isBetween((wint_t)c, 0, 127) ? (wint_t)c : WEOF; }
int wctob(wint_t c) { return isBetween(c, 0, 127) ? (int)c : EOF; }
int mbsinit(const mbstate_t *state) { return state == 0 || state->__count == 0; }

size_t mbrtowc(wchar_t *to, const char *from, size_t most, mbstate_t *state) {
  (void)state; /* there is nothing to remember */
  if (from == 0) return 0;
  if (most == 0) return (size_t)-2;
  const unsigned char c = (unsigned char)*from;
  if (c > 127) {
    errno = EILSEQ;
    return (size_t)-1;
  }
  if (to != 0) *to = c;
  return c != 0;
}
size_t mbrlen(const char *from, size_t most, mbstate_t *state) { return mbrtowc(0, from, most, state); }
int mbtowc(wchar_t *to, const char *from, size_t most) {
  const size_t length = from == 0 ? 0 : mbrtowc(to, from, most, 0);
  return length == (size_t)-2 ? -1 : (int)length;
}
int mblen(const char *from, size_t most) { return mbtowc(0, from, most); }
size_t wcrtomb(char *to, wchar_t c, mbstate_t *state) {
  (void)state;
  if (to == 0) return 1;
  if (wctob((wint_t)c) == EOF) {
    errno = EILSEQ;
    return (size_t)-1;
  }
  *to = (char)c;
  return 1;
}
int wctomb(char *to, wchar_t c) { return to == 0 ? 0 : (int)wcrtomb(to, c, 0); }

size_t mbsrtowcs(wchar_t *to, const char **from, size_t most, mbstate_t *state) {
  const char *s = *from;
  size_t n = 0;
  for (; to == 0 || n < most; ++n, ++s) {
    wchar_t c;
    const size_t length = mbrtowc(&c, s, 1, state);
    if (length == (size_t)-1) {
      if (to != 0) *from = s;
      return length;
    }
    if (to != 0) to[n] = c;
    if (c != 0) continue;
    if (to != 0) *from = 0;
    return n;
  }
  *from = s;
  return n;
}
size_t mbstowcs(wchar_t *to, const char *from, size_t most) { return mbsrtowcs(to, &from, most, 0); }
size_t wcsrtombs(char *to, const wchar_t **from, size_t most, mbstate_t *state) {
  const wchar_t *s = *from;
  size_t n = 0;
  for (; to == 0 || n < most; ++n, ++s) {
    char c;
    if (wcrtomb(&c, *s, state) == (size_t)-1) {
      if (to != 0) *from = s;
      return (size_t)-1;
    }
    if (to != 0) to[n] = c;
    if (c != 0) continue;
    if (to != 0) *from = 0;
    return n;
  }
  *from = s;
  return n;
}
size_t wcstombs(char *to, const wchar_t *from, size_t most) { return wcsrtombs(to, &from, most, 0); }

/* Numbers: those of the same characters, which all are bytes. */
static char *narrow(const wchar_t *s) {
  char *const copy = malloc(wcslen(s) + 1);
  if (copy == 0) abort();
  size_t n = 0;
  for (; wctob((wint_t)s[n]) > 0; ++n) copy[n] = (char)s[n];
  copy[n] = 0;
  return copy;
}
#define NUMBER(type, name, bytes, more, ...)          \
  type name(const wchar_t *s, wchar_t **end more) {   \
    char *const copy = narrow(s), *copyEnd;           \
    const type value = bytes(copy, &copyEnd __VA_ARGS__); \
    if (end != 0) *end = (wchar_t *)s + (copyEnd - copy); \
    free(copy);                                       \
    return value;                                     \
  }
#define COMMA ,
NUMBER(long, wcstol, strtol, COMMA int base, COMMA base)
NUMBER(unsigned long, wcstoul, strtoul, COMMA int base, COMMA base)
NUMBER(long long, wcstoll, strtoll, COMMA int base, COMMA base)
NUMBER(unsigned long long, wcstoull, strtoull, COMMA int base, COMMA base)
NUMBER(double, wcstod, strtod, , )
NUMBER(float, wcstof, strtof, , )
NUMBER(long double, wcstold, strtold, , )

/* Formatted, by way of bytes: "%s" and "%ls" mean the same in both. */
int vswprintf(wchar_t *to, size_t room, const wchar_t *format, va_list arguments) {
  char *const bytes = narrow(format);
  char *text = 0;
  const int length = vasprintf(&text, bytes, arguments);
  free(bytes);
  if (length < 0) return -1;
  const int fits = (size_t)length < room;
  const size_t most = fits ? (size_t)length : room - 1;  // as much as there is room for
  for (size_t i = 0; room != 0 && i < most; ++i) to[i] = (unsigned char)text[i];
  if (room != 0) to[most] = 0;
  free(text);
  return fits ? length : -1;
}
int swprintf(wchar_t *to, size_t room, const wchar_t *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = vswprintf(to, room, format, arguments);
  va_end(arguments);
  return length;
}
int vfwprintf(FILE *to, const wchar_t *format, va_list arguments) {
  char *const bytes = narrow(format);
  const int length = vfprintf(to, bytes, arguments);
  free(bytes);
  return length;
}
int vwprintf(const wchar_t *format, va_list arguments) { return vfwprintf(stdout, format, arguments); }
int fwprintf(FILE *to, const wchar_t *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = vfwprintf(to, format, arguments);
  va_end(arguments);
  return length;
}
int wprintf(const wchar_t *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = vfwprintf(stdout, format, arguments);
  va_end(arguments);
  return length;
}
wint_t fputwc(wchar_t c, FILE *to) { return wctob((wint_t)c) == EOF || fputc(c, to) == EOF ? WEOF : (wint_t)c; }
wint_t putwc(wchar_t c, FILE *to) { return fputwc(c, to); }
wint_t putwchar(wchar_t c) { return fputwc(c, stdout); }
int fputws(const wchar_t *s, FILE *to) {
  for (; *s != 0; ++s)
    if (fputwc(*s, to) == WEOF) return -1;
  return 1;
}
int fwide(FILE *stream, int mode) {
  (void)stream;
  return mode;
}
