#include "runtime/externals/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cwchar>
#include <string>

#include "runtime/externals/external.h"

namespace heddle::runtime::externals {
namespace {

// A va_list that can be handed on by reference, whatever type it is.
struct Arguments {
  explicit Arguments(va_list original) { va_copy(list, original); }
  va_list list;
};

enum class Length : std::uint8_t { None, Char, Short, Long, LongDouble };

struct Conversion {
  char letter = 0;
  Length length = Length::None;
  bool limited = false;  // has a precision
  int precision = 0;
};

constexpr int kMostWidth = 64 << 20;  // characters, of a field

// A number of the format, or `*`: the next argument.
int number(const char*& at, Arguments& arguments) {
  if (*at == '*') {
    ++at;
    return va_arg(arguments.list, int);
  }
  int value = 0;
  for (; *at >= '0' && *at <= '9'; ++at) value = std::min(value * 10 + (*at - '0'), kMostWidth + 1);
  return value;
}

Length lengthModifier(const char*& at) {
  Length length = Length::None;
  for (;; ++at) {
    switch (*at) {
      case 'h': length = length == Length::Short ? Length::Char : Length::Short; break;
      case 'l':
      case 'q':
      case 'j':
      case 'z':
      case 'Z':
      case 't': length = Length::Long; break;
      case 'L': length = Length::LongDouble; break;
      default: return length;
    }
  }
}

// Parses what follows a `%`.
Conversion parse(const char*& at, Arguments& arguments) {
  Conversion result;
  at += std::strspn(at, "-+ #0'I");
  const int width = number(at, arguments);
  if (*at == '$') {
    const InHeddle guard;
    engine->verdicts.refuse("a format with numbered arguments (%1$d) is not supported", here());
  }
  if (*at == '.') {
    ++at;
    result.precision = number(at, arguments);
    result.limited = result.precision >= 0;
  }
  result.length = lengthModifier(at);
  result.letter = *at;
  const bool cuts = result.letter == 's' || result.letter == 'S';
  const long widest = std::max(std::labs(width), cuts ? 0L : result.precision);
  if (widest > kMostWidth) {
    const InHeddle guard;
    engine->verdicts.refuse(fmt::format("prints a field of {} characters, more than {}", widest, kMostWidth), here());
  }
  if (*at != 0) ++at;
  return result;
}

void checkWideString(const wchar_t* s, const Conversion& conversion) {
  for (int n = 0; !conversion.limited || n < conversion.precision; ++n) {
    checkRead(s + n, sizeof(wchar_t));
    if (s[n] == 0) return;
  }
}

std::uint64_t integerBytes(Length length) {
  switch (length) {
    case Length::Char: return sizeof(char);
    case Length::Short: return sizeof(short);
    case Length::None: return sizeof(int);
    default: return sizeof(long);
  }
}

// Takes the argument of one conversion; a pointer to what will be read or written, if it is one.
void* takeArgument(const Conversion& conversion, Arguments& arguments) {
  switch (conversion.letter) {
    case 's':
    case 'S':
    case 'n': return va_arg(arguments.list, void*);
    case 'p': static_cast<void>(va_arg(arguments.list, void*)); return nullptr;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
      if (conversion.length == Length::LongDouble)
        static_cast<void>(va_arg(arguments.list, long double));
      else
        static_cast<void>(va_arg(arguments.list, double));
      return nullptr;
    case 'c':
    case 'C':
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X':
      if (conversion.length >= Length::Long)
        static_cast<void>(va_arg(arguments.list, long));
      else
        static_cast<void>(va_arg(arguments.list, int));
      return nullptr;
    default: return nullptr;  // `%%`, `%m`: no argument
  }
}

void checkArgument(const Conversion& conversion, void* p) {
  const bool isString = conversion.letter == 's' || conversion.letter == 'S';
  if (conversion.letter == 'n')
    checkWrite(p, integerBytes(conversion.length));
  else if (isString && (conversion.letter == 'S' || conversion.length == Length::Long))
    checkWideString(static_cast<const wchar_t*>(p), conversion);
  else if (isString && conversion.limited)
    checkString(static_cast<const char*>(p), static_cast<std::uint64_t>(conversion.precision));
  else if (isString)
    checkString(static_cast<const char*>(p));
}

template <typename Action>
void forEachArgument(const char* format, va_list arguments, Action action) {
  Arguments walk(arguments);
  for (const char* at = format; (at = std::strchr(at, '%')) != nullptr;) {
    ++at;
    const Conversion conversion = parse(at, walk);
    action(conversion, takeArgument(conversion, walk));
  }
  va_end(walk.list);
}

std::string buffer;  // not on the stack, which is small

}  // namespace

bool touchesProgram(const char* format, va_list arguments) {
  if (inRegion(addressOf(format))) return true;
  bool touches = false;
  forEachArgument(format, arguments, [&](const Conversion&, void* p) { touches = touches || inRegion(addressOf(p)); });
  return touches;
}

std::string_view format(const char* format, va_list arguments) {
  checkString(format);
  forEachArgument(format, arguments, checkArgument);

  const InHeddle guard;
  if (buffer.empty()) buffer.resize(4096);
  for (;;) {
    errno = engine->threads.self().errorNumber;  // for `%m`
    Arguments copy(arguments);
    const int length = std::vsnprintf(buffer.data(), buffer.size(), format, copy.list);
    va_end(copy.list);
    if (length < 0) {
      engine->threads.self().errorNumber = errno;
      return {};
    }
    const auto size = static_cast<std::size_t>(length);
    if (size < buffer.size()) return {buffer.data(), size};
    buffer.resize(size + 1);
  }
}

}  // namespace heddle::runtime::externals
