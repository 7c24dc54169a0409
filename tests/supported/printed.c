// What functions answer to many arguments. It is printed, and compared with what the library prints natively.
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>

#ifndef STATUS
#define STATUS 0
#endif

static void dates(void) {
  static const int64_t times[] = {0,           1,          -1,           86399,      86400,      951782400,
                                  951868799,   951868800,  1078012800,   1234567890, 1709164800, 1735689599,
                                  1735689600,  2147483647, 2147483648,   4102444800, -86400,     -2147483648,
                                  -2208988800, 4107542400, 253402300799, 1230768000, 1104537600};
  static const char letters[] = "aAbBcCdDeFgGhHIjmMnpPrRsStTuUVwWxXyYzZ%";
  for (unsigned i = 0; i < sizeof times / sizeof *times; ++i) {
    const time_t when = times[i];
    struct tm broken;
    char text[128];
    if (!gmtime_r(&when, &broken)) continue;
    printf("%lld: %d %d %d %d %d %d %d %d %d\n", (long long)when, broken.tm_year, broken.tm_mon, broken.tm_mday,
           broken.tm_hour, broken.tm_min, broken.tm_sec, broken.tm_wday, broken.tm_yday, broken.tm_isdst);
    printf("%lld %s", (long long)timegm(&broken), asctime(&broken));
    for (unsigned l = 0; l < strlen(letters); ++l) {
      const char format[] = {'<', '%', letters[l], '>', 0};
      const size_t size = strftime(text, sizeof text, format, &broken);
      printf("%c %zu %s ", letters[l], size, text);
    }
    strftime(text, sizeof text, "%Ex %EY %Od", &broken);
    printf("| %s\n", text);
  }
  static const int parts[][6] = {{70, 0, 1, 0, 0, 0},     {100, 1, 30, 25, 61, 61},  {99, 13, 0, -1, 0, 0},
                                 {124, -1, 32, 0, 0, -1}, {0, 0, 0, 0, 0, 0},        {69, 11, 31, 23, 59, 59},
                                 {138, 0, 19, 3, 14, 8},  {200, 1, 29, 12, 0, 0},    {-100, 5, 5, 5, 5, 5},
                                 {100, 2, -1, 0, 0, 0},   {100, 0, 366, 24, 60, 60}, {101, 25, 1, 100, 1000, 100000}};
  for (unsigned i = 0; i < sizeof parts / sizeof *parts; ++i) {
    struct tm broken = {.tm_year = parts[i][0],
                        .tm_mon = parts[i][1],
                        .tm_mday = parts[i][2],
                        .tm_hour = parts[i][3],
                        .tm_min = parts[i][4],
                        .tm_sec = parts[i][5]};
    const time_t when = mktime(&broken);
    printf("%lld: %d-%d-%d %d:%d:%d %d %d\n", (long long)when, broken.tm_year, broken.tm_mon, broken.tm_mday,
           broken.tm_hour, broken.tm_min, broken.tm_sec, broken.tm_wday, broken.tm_yday);
  }
}

static void numbers(void) {
  static const char* const texts[] = {"",
                                      " ",
                                      "0",
                                      "-0",
                                      "+7",
                                      "  12",
                                      "12 ",
                                      "1e3",
                                      "0x",
                                      "0xg",
                                      "0x1F",
                                      "08",
                                      "-",
                                      "+-1",
                                      "z",
                                      "Zz9",
                                      "inf",
                                      "-INFINITY",
                                      "nan",
                                      "nan(12)",
                                      "1.",
                                      ".5",
                                      "5e",
                                      "5e+",
                                      "1e400",
                                      "1e-400",
                                      "0x1.8p1",
                                      "9223372036854775807",
                                      "9223372036854775808",
                                      "-9223372036854775809",
                                      "18446744073709551615",
                                      "18446744073709551616",
                                      "-1",
                                      "123abc"};
  static const int bases[] = {0, 2, 8, 10, 16, 36, 1, 37};
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; ++i) {
    char* end = (char*)texts[i];
    for (unsigned b = 0; b < sizeof bases / sizeof *bases; ++b) {
      errno = 0;
      const long number = strtol(texts[i], &end, bases[b]);
      printf("%ld %d %d, ", number, (int)(end - texts[i]), errno);
      errno = 0;
      const unsigned long natural = strtoul(texts[i], &end, bases[b]);
      printf("%lu %d %d; ", natural, (int)(end - texts[i]), errno);
    }
    errno = 0;
    const double fraction = strtod(texts[i], &end);
    printf("%.17g %d %d", fraction, (int)(end - texts[i]), errno);
    errno = 0;
    const float single = strtof(texts[i], &end);
    printf(" %a %d %d", single, (int)(end - texts[i]), errno);
    printf(" %d %ld %.3f\n", atoi(texts[i]), atol(texts[i]), atof(texts[i]));
  }
}

static void wideNumbers(void) {
  static const wchar_t* const texts[] = {
      L"",       L" 12", L"-12x", L"0x1F",  L"077",  L"zz", L"+5", L"-", L"9223372036854775808",
      L"1.5e3x", L".25", L"inf",  L"0x1p3", L"1e400"};
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; ++i) {
    wchar_t* end = 0;
    for (int base = 0; base <= 36; base += 4) {
      if (base == 4) continue;
      errno = 0;
      const long number = wcstol(texts[i], &end, base);
      printf("%ld %d %d, ", number, (int)(end - texts[i]), errno);
      errno = 0;
      const unsigned long long natural = wcstoull(texts[i], &end, base);
      printf("%llu %d %d; ", natural, (int)(end - texts[i]), errno);
    }
    const double fraction = wcstod(texts[i], &end);
    printf("%g %d\n", fraction, (int)(end - texts[i]));
  }
}

static void scanned(void) {
  static const char* const inputs[] = {"12 abc 3.5", "-7",  "",         "   ", "0x1f,017", "a=5;b=6",
                                       "abc,def",    "99%", "12345678", "+-3", "1e5x",     "\n\t5"};
  for (unsigned i = 0; i < sizeof inputs / sizeof *inputs; ++i) {
    const char* in = inputs[i];
    int a = -9, b = -9, n = -9;
    unsigned u = 9;
    char s[32] = "?", c[8] = "??????", set[32] = "?";
    float f = -9;
    short h = -9;
    long l = -9;
    printf("%d", sscanf(in, "%d %31s %f", &a, s, &f));
    printf(" %d %s %g | ", a, s, f);
    printf("%d", sscanf(in, "%i,%o%n", &a, &u, &n));
    printf(" %d %u %d | ", a, u, n);
    printf("%d", sscanf(in, "%31[^,=],%31[a-z]", s, set));
    printf(" %s %s | ", s, set);
    printf("%d", sscanf(in, "%3c%2d%hd", c, &b, &h));
    printf(" %s %d %d | ", c, b, h);
    printf("%d", sscanf(in, "%*d%ld%%", &l));
    printf(" %ld | ", l);
    printf("%d", sscanf(in, "a=%d;b=%x", &a, &u));
    printf(" %d %u\n", a, u);
  }
}

static void formatted(void) {
  char text[64];
  int count = -1;
  printf("%d|%5d|%-5d|%05d|%+d|% d|%.3d|%*d|%-*d|\n", 42, 42, 42, 42, 42, 42, 42, 6, 42, 6, 42);
  printf("%u|%o|%#o|%x|%#X|%hhd|%hd|%ld|%lld|%zu|%jd|%td|\n", 42U, 42U, 42U, 42U, 42U, 300, 70000, -5L, -6LL, (size_t)7,
         (intmax_t)8, (ptrdiff_t)9);
  printf("%f|%.0f|%#.0f|%e|%G|%g|%a|%Lf|%10.3f|%-10.2e|\n", 1.5, 2.5, 2.5, 12345.678, 1e-10, 100000.0, 1.0, 2.25L,
         3.14159, 0.001);
  printf("%f %F %e %g|%s|%.2s|%10s|%-10s|%c|%%|%ls|%lc\n", INFINITY, -INFINITY, NAN, -0.0, "text", "text", "text",
         "text", 'x', L"wide", L'w');
  printf("%d%n|%p\n", 7, &count, (void*)0);
  printf("%d\n", count);
  printf("%d %d %s\n", snprintf(0, 0, "%d", 12345), snprintf(text, 3, "%d", 12345), text);
  wchar_t wide[32];
  printf("%d\n", swprintf(wide, 32, L"%5d|%-5ls|%.2f|%c|%lc|%s", 42, L"ab", 1.5, 'c', L'w', "narrow"));
  for (unsigned i = 0; i <= wcslen(wide); ++i) printf("%d ", (int)wide[i]);
  for (int error = 0; error < 140; ++error) printf("%s;", strerror(error));
  printf("\n");
}

static void words(void) {
  static const wchar_t* const texts[] = {L"", L"a", L"A", L"ab", L"aB", L"b", L"abc", L"bca", L"\x7f", L"\x80"};
  enum { Count = sizeof texts / sizeof *texts };
  const struct lconv* conventions = localeconv();
  for (unsigned i = 0; i < Count; ++i)
    for (unsigned j = 0; j < Count; ++j) {
      const wchar_t *found = wcsstr(texts[i], texts[j]), *one = wcspbrk(texts[i], texts[j]);
      const int order = wcscmp(texts[i], texts[j]), some = wcsncmp(texts[i], texts[j], 1);
      const int folded = wcscasecmp(texts[i], texts[j]), someFolded = wcsncasecmp(texts[i], texts[j], 1);
      printf("%d%d%d%d %d %d %zu %zu,", (order > 0) - (order < 0), (some > 0) - (some < 0), (folded > 0) - (folded < 0),
             (someFolded > 0) - (someFolded < 0), found ? (int)(found - texts[i]) : -1,
             one ? (int)(one - texts[i]) : -1, wcsspn(texts[i], texts[j]), wcscspn(texts[i], texts[j]));
    }
  for (wint_t c = 0; c < 256; ++c)
    printf("%d%d%d%d%d%d%d%d%d%d%d%d:%d:%d:%d:%d ", !!iswupper(c), !!iswlower(c), !!iswalpha(c), !!iswdigit(c),
           !!iswxdigit(c), !!iswalnum(c), !!iswspace(c), !!iswblank(c), !!iswcntrl(c), !!iswprint(c), !!iswgraph(c),
           !!iswpunct(c), (int)towlower(c), (int)towupper(c), wctob(c), (int)btowc((int)c));
  printf("\n%s|%s|%s|%d|%d\n", conventions->decimal_point, conventions->grouping, conventions->currency_symbol,
         conventions->frac_digits, conventions->p_cs_precedes);
}

static void bytes(void) {
  for (int c = 0; c < 256; ++c) {
    const char text[] = {(char)c, 0};
    wchar_t wide = 77;
    mbstate_t state;
    char back[16];
    memset(&state, 0, sizeof state);
    const size_t read = mbrtowc(&wide, text, 1, &state);
    memset(&state, 0, sizeof state);
    const size_t written = wcrtomb(back, (wchar_t)c, &state);
    printf("%zd %d %zd %d,", (ssize_t)read, (int)wide, (ssize_t)written, mblen(text, 1));
  }
  printf("\n");
}

static void options(char* first, char* second, char* third, char* fourth, const char* letters) {
  char* arguments[] = {"program", first, second, third, fourth, 0};
  static const struct option table[] = {{"length", required_argument, 0, 'l'},
                                        {"lend", no_argument, 0, 'd'},
                                        {"quiet", optional_argument, 0, 'q'},
                                        {0, 0, 0, 0}};
  for (int way = 0; way < 3; ++way) {
    optind = 0;
    opterr = 0;
    for (int i = 0; i < 6; ++i) {
      int which = -1;
      const int found = way == 0   ? getopt(5, arguments, letters)
                        : way == 1 ? getopt_long(5, arguments, letters, table, &which)
                                   : getopt_long_only(5, arguments, letters, table, &which);
      printf("%d %d %d %d %s,", found, which, optind, found == '?' ? optopt : 0, found > 0 && optarg ? optarg : "-");
      if (found < 0) break;
    }
    for (int i = 1; i < 5; ++i) printf(" %s", arguments[i]);
    printf("\n");
  }
}

int main(void) {
  setenv("TZ", "UTC0", 1);
  dates();
  numbers();
  wideNumbers();
  scanned();
  formatted();
  words();
  bytes();
  options("-a", "x", "-b", "y", "ab:");
  options("x", "-ab", "--", "-a", "ab:");
  options("-by", "-c", "-b", "-a", ":ab:");
  options("--length", "3", "x", "--len=4", "al:");
  options("--le", "--quiet", "--quiet=5", "y", "q::");
  options("x", "-a", "y", "-a", "+a");
  options("x", "-a", "y", "-a", "-a");
  options("-length=7", "--lend=1", "--nothing", "-q", "q");
  options("-", "-a-", "--length", "-a", "a-");
  return STATUS;
}
