// Dates. The time zone is UTC.
#include <assert.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(void) {
  // 2009-02-13 23:31:30, a Friday, day 43 of the year.
  const time_t when = 1234567890;
  struct tm broken, *shared;
  char text[64];
  assert(setenv("TZ", "UTC0", 1) == 0);
  tzset();
  assert(strcmp(tzname[0], "UTC") == 0 && timezone == 0 && daylight == 0);
  assert(gmtime_r(&when, &broken) == &broken);
  assert(broken.tm_year == 109 && broken.tm_mon == 1 && broken.tm_mday == 13 && broken.tm_hour == 23);
  assert(broken.tm_min == 31 && broken.tm_sec == 30 && broken.tm_wday == 5 && broken.tm_yday == 43);
  shared = gmtime(&when);
  assert(shared && shared->tm_sec == 30 && shared->tm_yday == 43);
  assert(localtime_r(&when, &broken) == &broken && broken.tm_hour == 23);
  shared = localtime(&when);
  assert(shared && shared->tm_hour == 23 && shared->tm_isdst == 0);
  assert(timegm(&broken) == when && mktime(&broken) == when && timelocal(&broken) == when);
  assert(strcmp(asctime_r(&broken, text), "Fri Feb 13 23:31:30 2009\n") == 0);
  assert(strcmp(asctime(&broken), "Fri Feb 13 23:31:30 2009\n") == 0);
  assert(strcmp(ctime_r(&when, text), "Fri Feb 13 23:31:30 2009\n") == 0);
  assert(strcmp(ctime(&when), "Fri Feb 13 23:31:30 2009\n") == 0);
  assert(strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %a %B %j", &broken) == 36);
  assert(strcmp(text, "2009-02-13 23:31:30 Fri February 044") == 0);
  assert(strftime(text, 4, "%Y", &broken) == 0);
  struct tm overflowing = {.tm_year = 109, .tm_mon = 0, .tm_mday = 44, .tm_hour = 23, .tm_min = 31, .tm_sec = 30};
  assert(mktime(&overflowing) == when && overflowing.tm_mon == 1 && overflowing.tm_mday == 13);

  assert(strcmp(setlocale(LC_ALL, 0), "C") == 0 && strcmp(setlocale(LC_ALL, "C"), "C") == 0);
  assert(setlocale(LC_ALL, "no such locale") == 0);
  const struct lconv* conventions = localeconv();
  assert(strcmp(conventions->decimal_point, ".") == 0 && strcmp(conventions->thousands_sep, "") == 0);

#ifdef HEDDLE
  const locale_t c = uselocale(0);
#else
  const locale_t c = newlocale(LC_ALL_MASK, "C", 0);
  assert(uselocale(c) == LC_GLOBAL_LOCALE);
#endif
  char* end;
  assert(strtof_l("1.5x", &end, c) == 1.5F && *end == 'x' && strtod_l("2.5", &end, c) == 2.5 && strtold_l("3", &end, c) == 3);
  assert(strtoll_l("-12", &end, 10, c) == -12 && strtoull_l("ff", &end, 16, c) == 255);
  return 0;
}
