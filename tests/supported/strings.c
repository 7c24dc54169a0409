// Blocks of memory and strings.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// Names that headers give to some of them.
char* __strdup(const char* text);
char* __strtok_r(char* text, const char* separators, char** rest);
void* __memcpy_chk(void* to, const void* from, size_t bytes, size_t room);
void* __memmove_chk(void* to, const void* from, size_t bytes, size_t room);
void* __mempcpy_chk(void* to, const void* from, size_t bytes, size_t room);
void* __memset_chk(void* to, int value, size_t bytes, size_t room);
char* __strcpy_chk(char* to, const char* from, size_t room);
char* __stpcpy_chk(char* to, const char* from, size_t room);
char* __strncpy_chk(char* to, const char* from, size_t bytes, size_t room);
char* __strcat_chk(char* to, const char* from, size_t room);
char* __strncat_chk(char* to, const char* from, size_t bytes, size_t room);

static int sign(int number) { return (number > 0) - (number < 0); }

static void blocks(void) {
  char a[8] = "abcdefg", b[8];
  assert(memcpy(b, a, 8) == b && memcmp(a, b, 8) == 0 && bcmp(a, b, 8) == 0);
  assert(memmove(b + 1, b, 6) == b + 1 && memcmp(b, "aabcdef", 8) == 0);
  assert(mempcpy(b, "xy", 2) == b + 2 && memcmp(b, "xybcdef", 8) == 0);
  bcopy(b, b + 1, 3);
  assert(memcmp(b, "xxybdef", 8) == 0);
  assert(memset(b, 'z', 3) == b && memcmp(b, "zzzbdef", 8) == 0);
  bzero(b, 2);
  assert(b[0] == 0 && b[1] == 0 && b[2] == 'z');
  explicit_bzero(b, 8);
  for (int i = 0; i < 8; ++i) assert(b[i] == 0);
  assert(memcmp("\x01", "\xff", 1) < 0 && bcmp("a", "b", 1) != 0);  // as unsigned
  assert(memchr(a, 'c', 8) == a + 2 && memchr(a, 'c', 2) == 0);
  assert(memrchr("abab", 'a', 4) != memchr("abab", 'a', 4));
  const char* text = "abab";
  assert(memrchr(text, 'a', 4) == text + 2 && memrchr(text, 'x', 4) == 0);
}

static void searches(void) {
  const char* text = "hello, world";
  assert(strlen(text) == 12 && strnlen(text, 5) == 5 && strnlen(text, 50) == 12);
  assert(strcmp("a", "a") == 0 && sign(strcmp("a", "b")) == -1 && sign(strcmp("b", "a")) == 1);
  assert(sign(strcoll("a", "b")) == -1 && strncmp("abc", "abd", 2) == 0 && sign(strncmp("abc", "abd", 3)) == -1);
  assert(strcasecmp("HeLLo", "hEllO") == 0 && strncasecmp("HELp", "hello", 3) == 0 && strcasecmp("a", "B") < 0);
  assert(strchr(text, 'o') == text + 4 && strchr(text, 0) == text + 12 && strchr(text, 'x') == 0);
  assert(index(text, 'o') == text + 4 && rindex(text, 'o') == text + 8);
  assert(strchrnul(text, 'x') == text + 12 && strrchr(text, 'o') == text + 8 && strrchr(text, 'x') == 0);
  assert(strstr(text, "wor") == text + 7 && strstr(text, "") == text && strstr(text, "xyz") == 0);
  assert(strpbrk(text, "wo") == text + 4 && strpbrk(text, "xyz") == 0);
  assert(strspn(text, "helo") == 5 && strcspn(text, ",") == 5 && strcspn(text, "xyz") == 12);
}

static void copies(void) {
  char to[16];
  assert(strcpy(to, "one") == to && strcmp(to, "one") == 0);
  assert(stpcpy(to, "four") == to + 4 && strcmp(to, "four") == 0);
  assert(strncpy(to, "ab", 4) == to && memcmp(to, "ab\0\0", 5) == 0);  // filled with zeros
  assert(strcat(to, "cd") == to && strcmp(to, "abcd") == 0);
  assert(strncat(to, "efgh", 2) == to && strcmp(to, "abcdef") == 0);
  char *copy = strdup("copy"), *part = strndup("partly", 4), *other = __strdup("other");
  assert(strcmp(copy, "copy") == 0 && strcmp(part, "part") == 0 && strcmp(other, "other") == 0);
  free(copy);
  free(part);
  free(other);
  assert(strcmp(strerror(ENOENT), "No such file or directory") == 0);

  assert(__memcpy_chk(to, "123", 4, 16) == to && strcmp(to, "123") == 0);
  assert(__memmove_chk(to + 1, to, 3, 15) == to + 1 && memcmp(to, "1123", 4) == 0);
  assert(__mempcpy_chk(to, "9", 1, 16) == to + 1 && to[0] == '9');
  assert(__memset_chk(to, 'q', 2, 16) == to && to[1] == 'q');
  assert(__strcpy_chk(to, "ab", 16) == to && __stpcpy_chk(to, "cd", 16) == to + 2 && strcmp(to, "cd") == 0);
  assert(__strcat_chk(to, "ef", 16) == to && __strncat_chk(to, "ghi", 1, 16) == to && strcmp(to, "cdefg") == 0);
  assert(__strncpy_chk(to, "z", 3, 16) == to && memcmp(to, "z\0\0f", 4) == 0);
}

static void tokens(void) {
  char text[] = "a,b;;c", again[] = "x y", more[] = "1:2::3", old[] = "k l";
  char *rest = 0, *from = more;
  assert(strcmp(strtok_r(text, ",;", &rest), "a") == 0 && strcmp(strtok_r(0, ",;", &rest), "b") == 0);
  assert(strcmp(strtok_r(0, ",;", &rest), "c") == 0 && strtok_r(0, ",;", &rest) == 0);
  assert(strcmp(__strtok_r(again, " ", &rest), "x") == 0 && strcmp(__strtok_r(0, " ", &rest), "y") == 0);
  assert(strcmp(strtok(old, " "), "k") == 0 && strcmp(strtok(0, " "), "l") == 0 && strtok(0, " ") == 0);
  assert(strcmp(strsep(&from, ":"), "1") == 0 && strcmp(strsep(&from, ":"), "2") == 0);
  assert(strcmp(strsep(&from, ":"), "") == 0 && strcmp(strsep(&from, ":"), "3") == 0 && strsep(&from, ":") == 0);
}

int main(void) {
  blocks();
  searches();
  copies();
  tokens();
  return 0;
}
