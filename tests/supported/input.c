// Input, of the file that --stdin names.
// options: --stdin input.txt
#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The names that headers give to scanf, as the standard changes.
int plainScanf(const char*, ...) __asm__("scanf");
int plainFscanf(FILE*, const char*, ...) __asm__("fscanf");
int plainSscanf(const char*, const char*, ...) __asm__("sscanf");
int plainVscanf(const char*, va_list) __asm__("vscanf");
int plainVfscanf(FILE*, const char*, va_list) __asm__("vfscanf");
int plainVsscanf(const char*, const char*, va_list) __asm__("vsscanf");
int __isoc99_scanf(const char*, ...);
int __isoc99_fscanf(FILE*, const char*, ...);
int __isoc99_sscanf(const char*, const char*, ...);
int __isoc99_vscanf(const char*, va_list);
int __isoc99_vfscanf(FILE*, const char*, va_list);
int __isoc99_vsscanf(const char*, const char*, va_list);
#ifdef HEDDLE
int __isoc23_scanf(const char*, ...);
int __isoc23_fscanf(FILE*, const char*, ...);
int __isoc23_sscanf(const char*, const char*, ...);
int __isoc23_vscanf(const char*, va_list);
int __isoc23_vfscanf(FILE*, const char*, va_list);
int __isoc23_vsscanf(const char*, const char*, va_list);
#else
#define __isoc23_scanf __isoc99_scanf
#define __isoc23_fscanf __isoc99_fscanf
#define __isoc23_sscanf __isoc99_sscanf
#define __isoc23_vscanf __isoc99_vscanf
#define __isoc23_vfscanf __isoc99_vfscanf
#define __isoc23_vsscanf __isoc99_vsscanf
#endif
ssize_t __getdelim(char** line, size_t* room, int delimiter, FILE* stream);
ssize_t plainGetdelim(char** line, size_t* room, int delimiter, FILE* stream) __asm__("getdelim");

static int lists(int (*function)(const char*, va_list), const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int stored = function(format, arguments);
  va_end(arguments);
  return stored;
}
static int listsOf(int (*function)(FILE*, const char*, va_list), const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int stored = function(stdin, format, arguments);
  va_end(arguments);
  return stored;
}
static int listsIn(int (*function)(const char*, const char*, va_list), const char* text, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int stored = function(text, format, arguments);
  va_end(arguments);
  return stored;
}

static void fromText(void) {
  int a = 0, b = 0;
  char word[8] = "";
  double fraction = 0;
  assert(plainSscanf("12 ab 1.5", "%d %7s %lf", &a, word, &fraction) == 3);
  assert(a == 12 && strcmp(word, "ab") == 0 && fraction == 1.5);
  assert(__isoc99_sscanf("7,8", "%d,%d", &a, &b) == 2 && a == 7 && b == 8);
  assert(__isoc23_sscanf("x", "%d", &a) == 0 && a == 7);
  assert(plainSscanf("", "%d", &a) == EOF);
  assert(listsIn(plainVsscanf, "5", "%d", &a) == 1 && listsIn(__isoc99_vsscanf, "6", "%d", &b) == 1);
  assert(a == 5 && b == 6 && listsIn(__isoc23_vsscanf, "ff", "%x", &a) == 1 && a == 255);
}

static void numbers(void) {
  int n[12] = {0}, sum = 0;
  assert(plainScanf("%d", n) == 1 && plainFscanf(stdin, "%d", n + 1) == 1);
  assert(__isoc99_scanf("%d", n + 2) == 1 && __isoc99_fscanf(stdin, "%d", n + 3) == 1);
  assert(__isoc23_scanf("%d", n + 4) == 1 && __isoc23_fscanf(stdin, "%d", n + 5) == 1);
  assert(lists(plainVscanf, "%d", n + 6) == 1 && listsOf(plainVfscanf, "%d", n + 7) == 1);
  assert(lists(__isoc99_vscanf, "%d", n + 8) == 1 && listsOf(__isoc99_vfscanf, "%d", n + 9) == 1);
  assert(lists(__isoc23_vscanf, "%d", n + 10) == 1 && listsOf(__isoc23_vfscanf, "%d", n + 11) == 1);
  for (int i = 0; i < 12; ++i) assert(n[i] == i + 1);
}

int main(void) {
  char text[32], *line = 0;
  size_t room = 0;
  int a = 0, b = 0;
  fromText();
  assert(!feof(stdin) && !ferror(stdin));
  assert(getchar() == 'a' && getc(stdin) == '!' && fgetc(stdin) == 'l');
  assert(ungetc('l', stdin) == 'l' && getchar_unlocked() == 'l' && getc_unlocked(stdin) == 'i');
  assert(fgets(text, 3, stdin) == text && strcmp(text, "ne") == 0);
  assert(fgets(text, sizeof text, stdin) == text && strcmp(text, " one\n") == 0);
  assert(plainGetdelim(&line, &room, ';', stdin) == 7 && strcmp(line, "second;") == 0 && room >= 8);
  assert(__getdelim(&line, &room, 'd', stdin) == 5 && strcmp(line, "third") == 0);
  assert(getline(&line, &room, stdin) == 1 && strcmp(line, "\n") == 0);
  assert(plainScanf("%d%d%31s", &a, &b, text) == 3 && a == 42 && b == -7 && strcmp(text, "word") == 0);
  numbers();
  assert(getchar() == '\n' && fread(text, 1, 4, stdin) == 4 && memcmp(text, "rest", 4) == 0);
  assert(fread(text, 3, 9, stdin) == 2 && memcmp(text, " of it", 6) == 0);  // seven bytes are left
  assert(feof(stdin) && getchar() == EOF && fgets(text, 8, stdin) == 0 && getline(&line, &room, stdin) == -1);
  assert(plainScanf("%d", &a) == EOF && read(STDIN_FILENO, text, 4) == 0);
  free(line);
  return 0;
}
