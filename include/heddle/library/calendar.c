/* Dates and times of day. The time zone is UTC. What gmtime and its like return, all threads share. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

char *tzname[2] = {(char *)"UTC", (char *)"UTC"};
long timezone;
int daylight;

void tzset(void) {}

static const char *const kDays[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const kMonths[] = {"January", "February", "March",     "April",   "May",      "June",
                                      "July",    "August",   "September", "October", "November", "December"};

static long floorDivide(long a, long b) { return a / b - (a % b < 0); }

static int isLeap(long year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

/* Days before the month, which is from 0. */
static int daysBefore(long year, int month) {
  static const int kBefore[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
  return kBefore[month] + (month > 1 && isLeap(year));
}

/* From 1970-01-01 to the first day of the year. */
static long daysToYear(long year) {
  const long before = year - 1;
  return 365 * (year - 1970) + floorDivide(before, 4) - floorDivide(before, 100) + floorDivide(before, 400) - 477;
}

static struct tm *breakDown(const time_t *time, struct tm *out, const char *zone) {
  const long days = floorDivide(*time, 86400), seconds = *time - 86400 * days;
  long year = 1970 + floorDivide(days, 366);
  if (year > 2147483647L || year < -2147483647L) {
    errno = EOVERFLOW;
    return 0;
  }
  while (daysToYear(year) > days) --year;
  while (daysToYear(year + 1) <= days) year += 1 + (days - daysToYear(year + 1)) / 366;
  const int day = (int)(days - daysToYear(year));
  int month = 11;
  while (daysBefore(year, month) > day) --month;
  memset(out, 0, sizeof *out);
  out->tm_sec = (int)(seconds % 60);
  out->tm_min = (int)(seconds / 60 % 60);
  out->tm_hour = (int)(seconds / 3600);
  out->tm_mday = day - daysBefore(year, month) + 1;
  out->tm_mon = month;
  out->tm_year = (int)(year - 1900);
  out->tm_wday = (int)((days % 7 + 11) % 7);
  out->tm_yday = day;
  out->tm_zone = zone;
  return out;
}
struct tm *gmtime_r(const time_t *time, struct tm *out) { return breakDown(time, out, "GMT"); }
struct tm *localtime_r(const time_t *time, struct tm *out) { return breakDown(time, out, "UTC"); }

static struct tm shared;
struct tm *gmtime(const time_t *time) { return gmtime_r(time, &shared); }
struct tm *localtime(const time_t *time) { return localtime_r(time, &shared); }

static time_t add(struct tm *t, const char *zone) {
  const long year = 1900L + t->tm_year + floorDivide(t->tm_mon, 12);
  const int month = (int)(t->tm_mon - 12 * floorDivide(t->tm_mon, 12));
  const long days = daysToYear(year) + daysBefore(year, month) + t->tm_mday - 1;
  const time_t time = 86400 * days + 3600L * t->tm_hour + 60L * t->tm_min + t->tm_sec;
  return breakDown(&time, t, zone) == 0 ? -1 : time;
}
time_t timegm(struct tm *t) { return add(t, "GMT"); }
time_t mktime(struct tm *t) { return add(t, "UTC"); }
time_t timelocal(struct tm *t) { return mktime(t); }

char *asctime_r(const struct tm *t, char *out) {
  sprintf(out, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", kDays[t->tm_wday], kMonths[t->tm_mon], t->tm_mday, t->tm_hour, t->tm_min,
          t->tm_sec, 1900 + t->tm_year);
  return out;
}
static char text[128];
char *asctime(const struct tm *t) { return asctime_r(t, text); }
char *ctime_r(const time_t *time, char *out) {
  struct tm t;
  return gmtime_r(time, &t) == 0 ? 0 : asctime_r(&t, out);
}
char *ctime(const time_t *time) { return ctime_r(time, text); }

/* Of the week of ISO 8601: it has the year of its Thursday. */
static int isoWeek(const struct tm *t, long *year) {
  const int weekday = (t->tm_wday + 6) % 7; /* from Monday */
  int day = t->tm_yday - weekday + 3;       /* Thursday */
  *year = 1900L + t->tm_year;
  if (day < 0) day += 365 + isLeap(--*year);
  else if (day >= 365 + isLeap(*year)) day -= 365 + isLeap((*year)++);
  return day / 7 + 1;
}

struct output {
  char *at;
  size_t left;
};
static int put(struct output *out, const char *what) {
  const size_t length = strlen(what);
  if (length >= out->left) return 0;
  memcpy(out->at, what, length + 1);
  out->at += length;
  out->left -= length;
  return 1;
}
static int putNumber(struct output *out, const char *format, long number) {
  char digits[32];
  sprintf(digits, format, number);
  return put(out, digits);
}

static int putFormatted(struct output *out, const char *format, const struct tm *t);

static int putField(struct output *out, char letter, const struct tm *t) {
  const long year = 1900L + t->tm_year;
  const int hour = t->tm_hour % 12 == 0 ? 12 : t->tm_hour % 12;
  long isoYear;
  const int week = isoWeek(t, &isoYear);
  char three[4] = "";
  switch (letter) {
    case 'a': return put(out, strncat(three, kDays[t->tm_wday], 3));
    case 'A': return put(out, kDays[t->tm_wday]);
    case 'b':
    case 'h': return put(out, strncat(three, kMonths[t->tm_mon], 3));
    case 'B': return put(out, kMonths[t->tm_mon]);
    case 'c': return putFormatted(out, "%a %b %e %H:%M:%S %Y", t);
    case 'C': return putNumber(out, "%02ld", floorDivide(year, 100));
    case 'd': return putNumber(out, "%02ld", t->tm_mday);
    case 'D':
    case 'x': return putFormatted(out, "%m/%d/%y", t);
    case 'e': return putNumber(out, "%2ld", t->tm_mday);
    case 'F': return putFormatted(out, "%Y-%m-%d", t);
    case 'g': return putNumber(out, "%02ld", isoYear - 100 * floorDivide(isoYear, 100));
    case 'G': return putNumber(out, "%ld", isoYear);
    case 'H': return putNumber(out, "%02ld", t->tm_hour);
    case 'I': return putNumber(out, "%02ld", hour);
    case 'j': return putNumber(out, "%03ld", t->tm_yday + 1);
    case 'k': return putNumber(out, "%2ld", t->tm_hour);
    case 'l': return putNumber(out, "%2ld", hour);
    case 'm': return putNumber(out, "%02ld", t->tm_mon + 1);
    case 'M': return putNumber(out, "%02ld", t->tm_min);
    case 'n': return put(out, "\n");
    case 'p': return put(out, t->tm_hour < 12 ? "AM" : "PM");
    case 'P': return put(out, t->tm_hour < 12 ? "am" : "pm");
    case 'r': return putFormatted(out, "%I:%M:%S %p", t);
    case 'R': return putFormatted(out, "%H:%M", t);
    case 's': {
      struct tm copy = *t;
      return putNumber(out, "%ld", timegm(&copy));
    }
    case 'S': return putNumber(out, "%02ld", t->tm_sec);
    case 't': return put(out, "\t");
    case 'T':
    case 'X': return putFormatted(out, "%H:%M:%S", t);
    case 'u': return putNumber(out, "%ld", t->tm_wday == 0 ? 7 : t->tm_wday);
    case 'U': return putNumber(out, "%02ld", (t->tm_yday + 7 - t->tm_wday) / 7);
    case 'V': return putNumber(out, "%02ld", week);
    case 'w': return putNumber(out, "%ld", t->tm_wday);
    case 'W': return putNumber(out, "%02ld", (t->tm_yday + 7 - (t->tm_wday + 6) % 7) / 7);
    case 'y': return putNumber(out, "%02ld", year - 100 * floorDivide(year, 100));
    case 'Y': return putNumber(out, "%ld", year);
    case 'z': return put(out, "+0000");
    case 'Z': return put(out, t->tm_zone == 0 ? "" : t->tm_zone);
    case '%': return put(out, "%");
    default: {
      const char as[3] = {'%', letter, 0};
      return put(out, as);
    }
  }
}

static int putFormatted(struct output *out, const char *format, const struct tm *t) {
  for (; *format != 0; ++format) {
    const char one[2] = {*format, 0};
    if (*format != '%' || format[1] == 0) {
      if (!put(out, one)) return 0;
      continue;
    }
    ++format;
    if ((*format == 'E' || *format == 'O') && format[1] != 0) ++format;
    if (!putField(out, *format, t)) return 0;
  }
  return 1;
}

size_t strftime(char *to, size_t room, const char *format, const struct tm *t) {
  struct output out = {to, room};
  if (room == 0) return 0;
  *to = 0;
  return putFormatted(&out, format, t) ? room - out.left : 0;
}
