// Numbers and characters: conversions from text, absolute values, ctype.
#include "runtime/externals/numbers.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <strings.h>

#include <cctype>
#include <cstring>
#include <string>
#include <vector>

namespace heddle::runtime::externals {
namespace {

void storeEnd(char** end, char* stop) {
  if (end == nullptr) return;
  checkWrite(end, sizeof(*end));
  *end = stop;
}

bool isAnyOf(char c, const char* letters) { return c != 0 && std::strchr(letters, c) != nullptr; }

// Behind what is a part of the word.
const char* skipPartOf(const char* at, const char* word) {
  while (*word != 0 && std::tolower(static_cast<unsigned char>(*at)) == *word) ++at, ++word;
  return at;
}

// The last character that is looked at: the one that ends the number, or what comes behind a part that would belong to
// it if it went on ("1e+x", "0xg", "infix").
const char* lastOf(const char* s, const char* stop, bool isFloating) {
  if (stop != s) {
    const bool isPrefix = isAnyOf(*stop, "xX") && stop[-1] == '0';
    const bool isExponent = isFloating && isAnyOf(*stop, "eEpP");
    const bool isInfinity = isFloating && isAnyOf(*stop, "iI");
    if (isInfinity) return skipPartOf(stop, "inity");
    if (isPrefix || isExponent) ++stop;
    return isExponent && isAnyOf(*stop, "+-") ? stop + 1 : stop;
  }
  while (std::isspace(static_cast<unsigned char>(*s)) != 0) ++s;
  if (isAnyOf(*s, "+-")) ++s;
  if (!isFloating) return s;
  if (*s == '.') return s + 1;
  return isAnyOf(*s, "iI") ? skipPartOf(s, "infinity") : skipPartOf(s, "nan");
}

void checkNumber(const char* s, const char* stop, bool isFloating) {
  checkRead(s, static_cast<std::uint64_t>(lastOf(s, stop, isFloating) - s) + 1);
}

template <auto convert>
auto integerModel(const char* s, char** end, int base) {
  const OneStep step;
  lengthOf(s);
  char* stop = nullptr;
  const KeepsError error;
  using Number = decltype(convert(s, &stop, base));
  if (base < 0 || base == 1 || base > 36) {  // nothing is read
    errno = EINVAL;
    return Number{0};
  }
  const Number value = convert(s, &stop, base);
  checkNumber(s, stop, /*isFloating=*/false);
  storeEnd(end, stop);
  return value;
}

// As of C23: in base 2, and where the base is to be found, "0b" may come before the digits.
template <auto convert>
auto convertC23(const char* s, char** end, int base) {
  const char* number = s;
  while (isspace(static_cast<unsigned char>(*number)) != 0) ++number;
  const std::size_t sign = *number == '+' || *number == '-' ? 1 : 0;
  const char* const prefix = number + sign;
  const bool isBinary = (base == 0 || base == 2) && prefix[0] == '0' && (prefix[1] == 'b' || prefix[1] == 'B') &&
                        (prefix[2] == '0' || prefix[2] == '1');
  if (!isBinary) return convert(s, end, base);
  const InHeddle guard;
  const char* const digits = prefix + 2;
  const std::string text = std::string(number, sign) + digits;
  char* stop = nullptr;
  const auto value = convert(text.c_str(), &stop, 2);
  *end = const_cast<char*>(digits) + (static_cast<std::size_t>(stop - text.c_str()) - sign);
  return value;
}

template <auto convert>
auto floatingModel(const char* s, char** end) {
  const OneStep step;
  lengthOf(s);
  char* stop = nullptr;
  const KeepsError error;
  const auto value = convert(s, &stop);
  checkNumber(s, stop, /*isFloating=*/true);
  storeEnd(end, stop);
  return value;
}

long atolModel(const char* s) { return integerModel<::strtol>(s, nullptr, 10); }

int atoiModel(const char* s) { return static_cast<int>(atolModel(s)); }

double atofModel(const char* s) { return floatingModel<::strtod>(s, nullptr); }

template <typename Function>
External characterRow(const char* name, Function* function) {
  static_assert(std::is_same_v<Function, int(int)> || std::is_same_v<Function, int(int) noexcept>);
  return row(name, function);
}

std::vector<External> allRows() {
  const auto strtolModel = integerModel<::strtol>;
  const auto strtoulModel = integerModel<::strtoul>;
  const auto strtollModel = integerModel<::strtoll>;
  const auto strtoullModel = integerModel<::strtoull>;
  std::vector<External> rows = {
      row("strtol", strtolModel),
      row("strtoul", strtoulModel),
      row("strtoll", strtollModel),
      row("strtoull", strtoullModel),
      row("strtoimax", strtolModel),
      row("strtoumax", strtoulModel),
      row("__isoc23_strtol", integerModel<convertC23<::strtol>>),
      row("__isoc23_strtoul", integerModel<convertC23<::strtoul>>),
      row("__isoc23_strtoll", integerModel<convertC23<::strtoll>>),
      row("__isoc23_strtoull", integerModel<convertC23<::strtoull>>),
      row("strtod", floatingModel<::strtod>),
      row("strtof", floatingModel<::strtof>),
      row("strtold", floatingModel<::strtold>),
      row("atoi", atoiModel),
      row("atol", atolModel),
      row("atoll", atolModel),
      row("atof", atofModel),
      // The rest touches no memory of the program.
      row("abs", static_cast<int (*)(int)>(::abs)),
      row("labs", ::labs),
      row("llabs", ::llabs),
      row("imaxabs", ::labs),
      row("div", static_cast<div_t (*)(int, int)>(::div)),
      row("ldiv", ::ldiv),
      row("lldiv", ::lldiv),
      row("ffs", ::ffs),
      row("ffsl", ::ffsl),
      row("ffsll", ::ffsll),
      row("htons", static_cast<std::uint16_t (*)(std::uint16_t)>(htons)),
      row("ntohs", static_cast<std::uint16_t (*)(std::uint16_t)>(ntohs)),
      row("htonl", static_cast<std::uint32_t (*)(std::uint32_t)>(htonl)),
      row("ntohl", static_cast<std::uint32_t (*)(std::uint32_t)>(ntohl)),
      characterRow("isalnum", ::isalnum),
      characterRow("isalpha", ::isalpha),
      characterRow("isascii", ::isascii),
      characterRow("isblank", ::isblank),
      characterRow("iscntrl", ::iscntrl),
      characterRow("isdigit", ::isdigit),
      characterRow("isgraph", ::isgraph),
      characterRow("islower", ::islower),
      characterRow("isprint", ::isprint),
      characterRow("ispunct", ::ispunct),
      characterRow("isspace", ::isspace),
      characterRow("isupper", ::isupper),
      characterRow("isxdigit", ::isxdigit),
      characterRow("tolower", ::tolower),
      characterRow("toupper", ::toupper),
      row("__ctype_b_loc", ::__ctype_b_loc),
      row("__ctype_tolower_loc", ::__ctype_tolower_loc),
      row("__ctype_toupper_loc", ::__ctype_toupper_loc),
  };
  for (const std::span<const External> more : {mathematics(), complexNumbers(), arithmetic(), sorting()})
    rows.insert(rows.end(), more.begin(), more.end());
  return rows;
}

}  // namespace

std::span<const External> numbers() {
  static const std::vector<External> rows = allRows();
  return rows;
}

}  // namespace heddle::runtime::externals
