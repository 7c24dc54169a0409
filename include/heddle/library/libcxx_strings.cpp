/* What libc++.so has of <string> and <charconv>: conversions from and to numbers. */
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <stdexcept>
#include <string>
#include <system_error>

namespace std {
inline namespace __1 {

namespace {

/* What `convert` reads at the beginning of the text, or why there is nothing. */
template <typename Text, typename Convert>
auto read(const char* function, const Text& text, size_t* end, Convert convert) {
  const auto* const from = text.c_str();
  auto* to = const_cast<typename Text::value_type*>(from);
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

template <typename Number>
string written(Number number) {
  char digits[24];
  return string(digits, to_chars(digits, digits + sizeof(digits), number).ptr);
}

template <typename Number>
string written(const char* format, Number number) {
  string text(static_cast<size_t>(snprintf(nullptr, 0, format, number)), '\0');
  snprintf(text.data(), text.size() + 1, format, number);
  return text;
}

string printed(const char* format, int precision, long double number) {
  string text(static_cast<size_t>(snprintf(nullptr, 0, format, precision, number)), '\0');
  snprintf(text.data(), text.size() + 1, format, precision, number);
  return text;
}

bool isReadAs(const string& text, float number) { return strtof(text.c_str(), nullptr) == number; }
bool isReadAs(const string& text, double number) { return strtod(text.c_str(), nullptr) == number; }
bool isReadAs(const string& text, long double number) { return strtold(text.c_str(), nullptr) == number; }

/* With the fewest digits that are read as the same number. */
template <typename Number>
string scientific(Number number) {
  constexpr int kMost = 20;  // a long double needs one less
  int decimals = 0;
  string text = printed("%.*Le", decimals, number);
  while (decimals < kMost && !isReadAs(text, number)) text = printed("%.*Le", ++decimals, number);
  return text;
}

int exponentOf(const string& scientific) { return atoi(scientific.c_str() + scientific.rfind('e') + 1); }

string fixedOf(const string& scientific, long double number) {
  const size_t point = scientific.find('.');
  const auto decimals = point == string::npos ? 0 : static_cast<int>(scientific.rfind('e') - point - 1);
  return printed("%.*Lf", max(0, decimals - exponentOf(scientific)), number);
}

template <typename Number>
bool isFinite(Number number) {
  return number - number == 0;
}

/* "%a" without "0x". */
template <typename Number>
string hexadecimal(Number number, int precision) {
  string text;
  if constexpr (sizeof(Number) > sizeof(double)) {
    text = printed("%.*La", precision, number);
  } else {
    char digits[1200];
    text = string(digits, static_cast<size_t>(snprintf(digits, sizeof(digits), "%.*a", precision, double(number))));
  }
  return text.erase(text.find("0x"), 2);
}

template <typename Number>
string shortest(Number number) {
  if (!isFinite(number)) return printed("%.*Lf", 0, number);
  const string text = scientific(number), fixed = fixedOf(text, number);
  return fixed.size() <= text.size() ? fixed : text;
}

template <typename Number>
string shortest(Number number, chars_format format) {
  if (!isFinite(number)) return printed("%.*Lf", 0, number);
  if (format == chars_format::hex) return hexadecimal(number, -1);
  const string text = scientific(number);
  const int exponent = exponentOf(text);
  const bool isFixed =
      format == chars_format::fixed || (format == chars_format::general && exponent >= -4 && exponent < 6);
  return isFixed ? fixedOf(text, number) : text;
}

template <typename Number>
string precise(Number number, chars_format format, int precision) {
  if (!isFinite(number)) return printed("%.*Lf", 0, number);
  if (format == chars_format::hex) return hexadecimal(number, precision);
  return printed(format == chars_format::scientific ? "%.*Le"
                 : format == chars_format::fixed    ? "%.*Lf"
                                                    : "%.*Lg",
                 precision, number);
}

to_chars_result put(char* from, char* to, const string& text) {
  if (static_cast<size_t>(to - from) < text.size()) return {to, errc::value_too_large};
  return {copy(text.begin(), text.end(), from), errc{}};
}

wstring widened(const string& text) { return wstring(text.begin(), text.end()); }

}  // namespace

#define HEDDLE_READ(NAME, TYPE, NARROW, WIDE)                                                                  \
  TYPE NAME(const string& text, size_t* end, int base) {                                                       \
    return read(#NAME, text, end, [base](const char* from, char** to) { return NARROW(from, to, base); });     \
  }                                                                                                            \
  TYPE NAME(const wstring& text, size_t* end, int base) {                                                      \
    return read(#NAME, text, end, [base](const wchar_t* from, wchar_t** to) { return WIDE(from, to, base); }); \
  }
HEDDLE_READ(stol, long, strtol, wcstol)
HEDDLE_READ(stoul, unsigned long, strtoul, wcstoul)
HEDDLE_READ(stoll, long long, strtoll, wcstoll)
HEDDLE_READ(stoull, unsigned long long, strtoull, wcstoull)
#undef HEDDLE_READ

int stoi(const string& text, size_t* end, int base) {
  return toInt(read("stoi", text, end, [base](const char* from, char** to) { return strtol(from, to, base); }));
}
int stoi(const wstring& text, size_t* end, int base) {
  return toInt(read("stoi", text, end, [base](const wchar_t* from, wchar_t** to) { return wcstol(from, to, base); }));
}
float stof(const string& text, size_t* end) { return read("stof", text, end, strtof); }
double stod(const string& text, size_t* end) { return read("stod", text, end, strtod); }
long double stold(const string& text, size_t* end) { return read("stold", text, end, strtold); }
float stof(const wstring& text, size_t* end) { return read("stof", text, end, wcstof); }
double stod(const wstring& text, size_t* end) { return read("stod", text, end, wcstod); }
long double stold(const wstring& text, size_t* end) { return read("stold", text, end, wcstold); }

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

#define HEDDLE_TO_CHARS(TYPE)                                                                             \
  to_chars_result to_chars(char* from, char* to, TYPE number) { return put(from, to, shortest(number)); } \
  to_chars_result to_chars(char* from, char* to, TYPE number, chars_format format) {                      \
    return put(from, to, shortest(number, format));                                                       \
  }                                                                                                       \
  to_chars_result to_chars(char* from, char* to, TYPE number, chars_format format, int precision) {       \
    return put(from, to, precise(number, format, precision));                                             \
  }
HEDDLE_TO_CHARS(float)
HEDDLE_TO_CHARS(double)
HEDDLE_TO_CHARS(long double)
#undef HEDDLE_TO_CHARS

/* An instance that <string> does not have either. */
template string operator+ <char, char_traits<char>, allocator<char>>(const char*, const string&);

/* What std::print asks. */
bool __is_posix_terminal(FILE*) { return false; }

}  // namespace __1
}  // namespace std
