#define _GNU_SOURCE
#include <heddle/heddle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

static int same(const wchar_t *a, const wchar_t *b) { return wcscmp(a, b) == 0; }

int main(void) {
  wchar_t text[32];
  wcscpy(text, L"one");
  heddle_assert(same(wcscat(text, L" two"), L"one two") && same(wcsncat(text, L" three", 3), L"one two th"));
  heddle_assert(same(wcsstr(text, L"two"), L"two th") && wcschr(text, L't') == text + 4 && wcsrchr(text, L't') == text + 8);
  heddle_assert(wcsspn(text, L"eno") == 3 && wcscspn(text, L"w") == 5 && wcspbrk(text, L"hw") == text + 5);
  heddle_assert(wcsncmp(text, L"one tw", 4) == 0 && wcscasecmp(L"ONE", L"one") == 0 && wcsnlen(text, 4) == 4);
  wchar_t *rest;
  heddle_assert(same(wcstok(text, L" ", &rest), L"one") && same(wcstok(0, L" ", &rest), L"two"));
  heddle_assert(same(wcstok(0, L" ", &rest), L"th") && wcstok(0, L" ", &rest) == 0);

  char bytes[8];
  heddle_assert(mbstowcs(text, "abc", 32) == 3 && same(text, L"abc") && mbstowcs(text, "\xff", 32) == (size_t)-1);
  heddle_assert(wcstombs(bytes, L"xyz", sizeof bytes) == 3 && strcmp(bytes, "xyz") == 0 && wctomb(bytes, 0x20ac) == -1);
  heddle_assert(MB_CUR_MAX == 1 && btowc('x') == L'x' && wctob(L'x') == 'x' && wctob(300) == EOF);

  wchar_t *end;
  heddle_assert(wcstol(L"12x", &end, 10) == 12 && *end == L'x' && wcstod(L"1.5", 0) == 1.5);
  heddle_assert(swprintf(text, 32, L"%d %s %ls", 4, "b", L"w") == 5 && same(text, L"4 b w") && swprintf(text, 3, L"1234") == -1);
  heddle_assert(iswalpha(L'a') && !iswalpha(L'1') && iswspace(L'\n') && towupper(L'b') == L'B');
  wchar_t *const copy = wcsdup(L"copy");
  heddle_assert(same(copy, L"copy"));
  free(copy);
}
