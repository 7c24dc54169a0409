/* What libc++.so has of <string>: conversions from and to numbers. */
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cwchar>
#include <stdexcept>
#include <string>

namespace std {
inline namespace __1 {

namespace {

/* What `convert` reads at the beginning of the text, or why there is nothing. */
template <typename Text, typename Convert>
auto read(const char *function, const Text &text, size_t *end, Convert convert) {
  const auto *const from = text.c_str();
  auto *to = const_cast<typename Text::value_type *>(from);
  const int before = errno;
  errno = 0;
  const auto value = convert(from, &to);
  const bool isTooBig = errno == ERANGE;
  errno = before;
  if (isTooBig) throw out_of_range(string(function) + ": out of range");
  if (to == from) throw invalid_argument(string(function) + ": no conversion");
  if (end != nullptr) *end = static_cast<size_t>(to - from);
  return value;
}

int toInt(long value) {
  if (value < INT_MIN || value > INT_MAX) throw out_of_range("stoi: out of range");
  return static_cast<int>(value);
}

template <typename Number> string written(Number number) {
  char digits[24];
  return string(digits, to_chars(digits, digits + sizeof(digits), number).ptr);
}

template <typename Number> string written(const char *format, Number number) {
  string text(static_cast<size_t>(snprintf(nullptr, 0, format, number)), '\0');
  snprintf(text.data(), text.size() + 1, format, number);
  return text;
}

wstring widened(const string &text) { return wstring(text.begin(), text.end()); }

} // namespace

#define HEDDLE_READ(NAME, TYPE, NARROW, WIDE)                                                                          \
  TYPE NAME(const string &text, size_t *end, int base) {                                                               \
    return read(#NAME, text, end, [base](const char *from, char **to) { return NARROW(from, to, base); });             \
  }                                                                                                                    \
  TYPE NAME(const wstring &text, size_t *end, int base) {                                                              \
    return read(#NAME, text, end, [base](const wchar_t *from, wchar_t **to) { return WIDE(from, to, base); });         \
  }
HEDDLE_READ(stol, long, strtol, wcstol)
HEDDLE_READ(stoul, unsigned long, strtoul, wcstoul)
HEDDLE_READ(stoll, long long, strtoll, wcstoll)
HEDDLE_READ(stoull, unsigned long long, strtoull, wcstoull)
#undef HEDDLE_READ

int stoi(const string &text, size_t *end, int base) {
  return toInt(read("stoi", text, end, [base](const char *from, char **to) { return strtol(from, to, base); }));
}
int stoi(const wstring &text, size_t *end, int base) {
  return toInt(read("stoi", text, end, [base](const wchar_t *from, wchar_t **to) { return wcstol(from, to, base); }));
}
float stof(const string &text, size_t *end) { return read("stof", text, end, strtof); }
double stod(const string &text, size_t *end) { return read("stod", text, end, strtod); }
long double stold(const string &text, size_t *end) { return read("stold", text, end, strtold); }
float stof(const wstring &text, size_t *end) { return read("stof", text, end, wcstof); }
double stod(const wstring &text, size_t *end) { return read("stod", text, end, wcstod); }
long double stold(const wstring &text, size_t *end) { return read("stold", text, end, wcstold); }

string to_string(int number) { return written(number); }
string to_string(unsigned number) { return written(number); }
string to_string(long number) { return written(number); }
string to_string(unsigned long number) { return written(number); }
string to_string(long long number) { return written(number); }
string to_string(unsigned long long number) { return written(number); }
string to_string(float number) { return written("%f", static_cast<double>(number)); }
string to_string(double number) { return written("%f", number); }
string to_string(long double number) { return written("%Lf", number); }
wstring to_wstring(int number) { return widened(to_string(number)); }
wstring to_wstring(unsigned number) { return widened(to_string(number)); }
wstring to_wstring(long number) { return widened(to_string(number)); }
wstring to_wstring(unsigned long number) { return widened(to_string(number)); }
wstring to_wstring(long long number) { return widened(to_string(number)); }
wstring to_wstring(unsigned long long number) { return widened(to_string(number)); }
wstring to_wstring(float number) { return widened(to_string(number)); }
wstring to_wstring(double number) { return widened(to_string(number)); }
wstring to_wstring(long double number) { return widened(to_string(number)); }

/* An instance that <string> does not have either. */
template string operator+ <char, char_traits<char>, allocator<char>>(const char *, const string &);

} // namespace __1
} // namespace std
