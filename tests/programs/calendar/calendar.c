#define _GNU_SOURCE
#include <heddle/heddle.h>
#include <string.h>
#include <time.h>

int main(void) {
  time_t time = 951782400 + 3661;  // 2000-02-29
  struct tm *t = gmtime(&time);
  heddle_assert(t->tm_year == 100 && t->tm_mon == 1 && t->tm_mday == 29 && t->tm_wday == 2 && t->tm_yday == 59);
  char text[64];
  heddle_assert(strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %a %j %V %Z", t) == 34);
  heddle_assert(strcmp(text, "2000-02-29 01:01:01 Tue 060 09 GMT") == 0 && strftime(text, 4, "%Y", t) == 0);
  heddle_assert(strcmp(asctime(t), "Tue Feb 29 01:01:01 2000\n") == 0 && strcmp(ctime(&time), asctime(t)) == 0);
  struct tm next = *t;
  next.tm_mday += 366;
  heddle_assert(mktime(&next) == time + 366 * 86400 && next.tm_mon == 2 && next.tm_mday == 1);
  time_t before = -1;
  heddle_assert(localtime_r(&before, &next)->tm_year == 69 && next.tm_yday == 364 && timegm(&next) == before);
}
