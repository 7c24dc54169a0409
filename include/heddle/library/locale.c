/* There is one locale, "C". */
#include <limits.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

char *setlocale(int category, const char *name) {
  static char c[] = "C";
  if (category < LC_CTYPE || category > LC_IDENTIFICATION) return 0;
  if (name == 0 || *name == 0 || strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0) return c;
  return 0;
}

struct lconv *localeconv(void) {
  static char point[] = ".", nothing[] = "";
  static struct lconv c;
  c.decimal_point = point;
  c.thousands_sep = c.grouping = c.int_curr_symbol = c.currency_symbol = c.mon_decimal_point = nothing;
  c.mon_thousands_sep = c.mon_grouping = c.positive_sign = c.negative_sign = nothing;
  c.int_frac_digits = c.frac_digits = c.p_cs_precedes = c.p_sep_by_space = c.n_cs_precedes = CHAR_MAX;
  c.n_sep_by_space = c.p_sign_posn = c.n_sign_posn = CHAR_MAX;
  c.int_p_cs_precedes = c.int_p_sep_by_space = c.int_n_cs_precedes = c.int_n_sep_by_space = CHAR_MAX;
  c.int_p_sign_posn = c.int_n_sign_posn = CHAR_MAX;
  return &c;
}

locale_t uselocale(locale_t locale) {
  (void)locale;
  return LC_GLOBAL_LOCALE;
}

float strtof_l(const char *text, char **end, locale_t locale) {
  (void)locale;
  return strtof(text, end);
}

double strtod_l(const char *text, char **end, locale_t locale) {
  (void)locale;
  return strtod(text, end);
}

long double strtold_l(const char *text, char **end, locale_t locale) {
  (void)locale;
  return strtold(text, end);
}

long long strtoll_l(const char *text, char **end, int base, locale_t locale) {
  (void)locale;
  return strtoll(text, end, base);
}

unsigned long long strtoull_l(const char *text, char **end, int base, locale_t locale) {
  (void)locale;
  return strtoull(text, end, base);
}
