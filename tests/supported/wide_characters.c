// Wide characters and strings, and what converts them. The locale is "C": a byte a character.
#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

size_t __ctype_get_mb_cur_max(void);

static void blocks(void) {
  wchar_t a[8] = L"abcdefg", b[8];
  assert(wmemcpy(b, a, 8) == b && wmemcmp(a, b, 8) == 0 && wmemcmp(L"a", L"b", 1) < 0);
  assert(wmemmove(b + 1, b, 3) == b + 1 && wcscmp(b, L"aabcefg") == 0);
  assert(wmemset(b, L'z', 2) == b && b[1] == L'z' && b[2] == L'b');
  assert(wmemchr(a, L'c', 8) == a + 2 && wmemchr(a, L'c', 2) == 0);
}

static void strings(void) {
  wchar_t to[16], *rest = 0;
  const wchar_t* text = L"hello, world";
  assert(wcslen(text) == 12 && wcsnlen(text, 5) == 5);
  assert(wcscpy(to, L"one") == to && wcscmp(to, L"one") == 0 && wcscmp(L"a", L"b") < 0);
  assert(wcpcpy(to, L"four") == to + 4 && wcpncpy(to, L"ab", 4) == to + 2 && to[3] == 0);
  assert(wcsncpy(to, L"xyz", 2) == to && to[1] == L'y' && to[2] == 0);
  assert(wcscat(wcscpy(to, L"ab"), L"cd") == to && wcsncat(to, L"efgh", 2) == to && wcscmp(to, L"abcdef") == 0);
  wchar_t* copy = wcsdup(to);
  assert(wcscmp(copy, to) == 0 && copy != to);
  free(copy);
  assert(wcsncmp(L"abc", L"abd", 2) == 0 && wcsncmp(L"abc", L"abd", 3) < 0 && wcscoll(L"a", L"b") < 0);
  assert(wcscasecmp(L"HeLLo", L"hEllO") == 0 && wcsncasecmp(L"HELp", L"hello", 3) == 0);
  assert(wcschr(text, L'o') == text + 4 && wcsrchr(text, L'o') == text + 8 && wcschr(text, L'x') == 0);
  assert(wcsspn(text, L"helo") == 5 && wcscspn(text, L",") == 5 && wcspbrk(text, L"wo") == text + 4);
  assert(wcsstr(text, L"wor") == text + 7 && wcsstr(text, L"xyz") == 0);
  wchar_t tokens[] = L"a,b";
  assert(wcscmp(wcstok(tokens, L",", &rest), L"a") == 0 && wcscmp(wcstok(0, L",", &rest), L"b") == 0);
  assert(wcstok(0, L",", &rest) == 0);
}

static void classes(void) {
  assert(iswupper(L'A') && !iswupper(L'a') && iswlower(L'a') && !iswlower(L'A') && iswalpha(L'q') && !iswalpha(L'1'));
  assert(iswdigit(L'7') && !iswdigit(L'a') && iswxdigit(L'f') && !iswxdigit(L'g') && iswalnum(L'7') && !iswalnum(L'.'));
  assert(iswspace(L'\n') && !iswspace(L'x') && iswblank(L'\t') && !iswblank(L'\n') && iswcntrl(L'\a') &&
         !iswcntrl(L'a'));
  assert(iswprint(L' ') && !iswprint(L'\a') && iswgraph(L'!') && !iswgraph(L' ') && iswpunct(L'!') && !iswpunct(L'a'));
  assert(towlower(L'Q') == L'q' && towupper(L'q') == L'Q' && towupper(L'1') == L'1');
}

static void conversions(void) {
  mbstate_t state;
  wchar_t wide[8];
  char narrow[8];
  const char* from = "abc";
  const wchar_t* wideFrom = L"xyz";
  memset(&state, 0, sizeof state);
  assert(__ctype_get_mb_cur_max() == 1 && mbsinit(&state) && mbsinit(0));
  assert(btowc('a') == L'a' && btowc(EOF) == WEOF && wctob(L'a') == 'a' && wctob(0x1234) == EOF);
  assert(mbrtowc(wide, "q", 1, &state) == 1 && wide[0] == L'q' && mbrtowc(wide, "", 1, &state) == 0);
  assert(mbrlen("q", 1, &state) == 1 && mbrlen("q", 0, &state) == (size_t)-2);
  assert(mbtowc(wide, "r", 1) == 1 && wide[0] == L'r' && mblen("r", 1) == 1 && mblen("", 1) == 0);
  assert(wcrtomb(narrow, L's', &state) == 1 && narrow[0] == 's' && wctomb(narrow, L't') == 1 && narrow[0] == 't');
  assert(mbsrtowcs(wide, &from, 8, &state) == 3 && from == 0 && wcscmp(wide, L"abc") == 0);
  assert(mbstowcs(wide, "de", 8) == 2 && wcscmp(wide, L"de") == 0);
  assert(wcsrtombs(narrow, &wideFrom, 8, &state) == 3 && wideFrom == 0 && strcmp(narrow, "xyz") == 0);
  assert(wcstombs(narrow, L"uv", 8) == 2 && strcmp(narrow, "uv") == 0);
}

static void numbers(void) {
  wchar_t* end = 0;
  const wchar_t* text = L"-12x";
  assert(wcstol(text, &end, 10) == -12 && end == text + 3 && wcstoul(L"ff", 0, 16) == 255);
  assert(wcstoll(L"-7", 0, 0) == -7 && wcstoull(L"0x10", 0, 0) == 16);
  assert(wcstod(L"1.5e2", 0) == 150 && wcstof(L"0.25", 0) == 0.25F && wcstold(L"-2.5", 0) == -2.5L);
}

static int formatted(wchar_t* to, size_t room, const wchar_t* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int count = vswprintf(to, room, format, arguments);
  va_end(arguments);
  return count;
}

static int printed(int (*print)(const wchar_t*, va_list), const wchar_t* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int count = print ? print(format, arguments) : vfwprintf(stdout, format, arguments);
  va_end(arguments);
  return count;
}

static void output(void) {
  wchar_t text[16];
  assert(swprintf(text, 16, L"%d %ls", 42, L"x") == 4 && wcscmp(text, L"42 x") == 0);
  assert(swprintf(text, 3, L"%d", 12345) < 0);
  assert(formatted(text, 16, L"<%c>", 'y') == 3 && wcscmp(text, L"<y>") == 0);
  assert(fwide(stdout, 1) > 0);
  assert(wprintf(L"%d\n", 5) == 2 && fwprintf(stdout, L"%ls\n", L"wide") == 5);
  assert(printed(vwprintf, L"%d\n", 6) == 2 && printed(0, L"%d\n", 70) == 3);
  assert(fputwc(L'a', stdout) == L'a' && putwc(L'b', stdout) == L'b' && putwchar(L'\n') == L'\n');
  assert(fputws(L"end\n", stdout) >= 0);
}

int main(void) {
  blocks();
  strings();
  classes();
  conversions();
  numbers();
  output();
  return 0;
}
