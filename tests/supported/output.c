// Output. What is printed natively and under Heddle is compared, too.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef STATUS
#define STATUS 0
#endif

// Names that headers give to some of them.
int __printf_chk(int flag, const char* format, ...);
int __vprintf_chk(int flag, const char* format, va_list arguments);
int __fprintf_chk(FILE* stream, int flag, const char* format, ...);
int __vfprintf_chk(FILE* stream, int flag, const char* format, va_list arguments);
int __sprintf_chk(char* to, int flag, size_t room, const char* format, ...);
int __vsprintf_chk(char* to, int flag, size_t room, const char* format, va_list arguments);
int __snprintf_chk(char* to, size_t most, int flag, size_t room, const char* format, ...);
int __vsnprintf_chk(char* to, size_t most, int flag, size_t room, const char* format, va_list arguments);

enum Way {
  Vprintf,
  Vfprintf,
  Vdprintf,
  Vsprintf,
  Vsnprintf,
  Vasprintf,
  VprintfChk,
  VfprintfChk,
  VsprintfChk,
  VsnprintfChk
};

static char text[32], *allocated;

static int format(enum Way way, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int count = -1;
  switch (way) {
    case Vprintf: count = vprintf(format, arguments); break;
    case Vfprintf: count = vfprintf(stdout, format, arguments); break;
    case Vdprintf: count = vdprintf(STDOUT_FILENO, format, arguments); break;
    case Vsprintf: count = vsprintf(text, format, arguments); break;
    case Vsnprintf: count = vsnprintf(text, sizeof text, format, arguments); break;
    case Vasprintf: count = vasprintf(&allocated, format, arguments); break;
    case VprintfChk: count = __vprintf_chk(1, format, arguments); break;
    case VfprintfChk: count = __vfprintf_chk(stdout, 1, format, arguments); break;
    case VsprintfChk: count = __vsprintf_chk(text, 1, sizeof text, format, arguments); break;
    case VsnprintfChk: count = __vsnprintf_chk(text, sizeof text, 1, sizeof text, format, arguments); break;
  }
  va_end(arguments);
  return count;
}

static void intoMemory(void) {
  assert(sprintf(text, "%05d|%-4s|%x", -42, "ab", 255) == 13 && strcmp(text, "-0042|ab  |ff") == 0);
  assert(snprintf(text, 4, "%s", "longer") == 6 && strcmp(text, "lon") == 0);
  assert(sprintf(text, "%.3f %e %g %c%% %p", 2.5, 1.0, 0.5, 'x', (void*)0) > 0);
  assert(strcmp(text, "2.500 1.000000e+00 0.5 x% (nil)") == 0);
  assert(asprintf(&allocated, "%lu", 77UL) == 2 && strcmp(allocated, "77") == 0);
  free(allocated);
  assert(format(Vsprintf, "%d", 1) == 1 && format(Vsnprintf, "%d", 12) == 2 && strcmp(text, "12") == 0);
  assert(format(Vasprintf, "%d", 123) == 3 && strcmp(allocated, "123") == 0);
  free(allocated);
  assert(__sprintf_chk(text, 1, sizeof text, "%d", 7) == 1 && strcmp(text, "7") == 0);
  assert(__snprintf_chk(text, 2, 1, sizeof text, "%d", 89) == 2 && strcmp(text, "8") == 0);
  assert(format(VsprintfChk, "%d", 45) == 2 && format(VsnprintfChk, "%d", 678) == 3 && strcmp(text, "678") == 0);
}

int main(void) {
  assert(setvbuf(stdout, 0, _IONBF, 0) == 0 && setvbuf(stdout, 0, 77, 0) != 0);
  setbuf(stderr, 0);
  setlinebuf(stderr);
  intoMemory();
  assert(printf("%s %d\n", "printf", 1) == 9 && fprintf(stdout, "%s\n", "fprintf") == 8);
  assert(dprintf(STDOUT_FILENO, "%d\n", 5) == 2);
  assert(format(Vprintf, "%d\n", 1) == 2 && format(Vfprintf, "%d\n", 22) == 3 && format(Vdprintf, "%d\n", 333) == 4);
  assert(__printf_chk(1, "%d\n", 1) == 2 && __fprintf_chk(stdout, 1, "%d\n", 1) == 2);
  assert(format(VprintfChk, "%d\n", 1) == 2 && format(VfprintfChk, "%d\n", 1) == 2);
  assert(puts("puts") >= 0 && fputs("fputs\n", stdout) >= 0 && fputs_unlocked("again\n", stdout) >= 0);
  assert(putchar('a') == 'a' && putchar_unlocked('b') == 'b' && putc('c', stdout) == 'c');
  assert(putc_unlocked('d', stdout) == 'd' && fputc('e', stdout) == 'e' && fputc_unlocked('\n', stdout) == '\n');
  assert(fwrite("12\n", 1, 3, stdout) == 3 && fwrite_unlocked("34\n", 3, 1, stdout) == 1);
  assert(write(STDOUT_FILENO, "write\n", 6) == 6);
  assert(fflush(stdout) == 0 && fflush(0) == 0 && fflush_unlocked(stdout) == 0 && ferror(stdout) == 0);
  errno = ENOENT;
  perror("perror");
  errno = ENOENT;
  fprintf(stderr, "%m\n");
  return STATUS;
}
