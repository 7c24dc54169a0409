// sscanf, one directive at a time.
//
// Which bytes sscanf writes depends on the input. So each conversion is done
// by the library into memory of our own, and only what came out is checked and
// copied to where the program wants it.
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <string>

#include "runtime/externals/external.h"
#include "runtime/externals/format.h"

namespace heddle::runtime::externals {
namespace {

struct Directive {
  char text[64] = "%";  // the conversion as the library wants it, followed by %n
  char letter = 0;
  bool discards = false;
  unsigned width = 0;
  std::uint64_t bytes = 0;  // of the result; 0: as many as characters were read
};

[[noreturn]] void refuse(const char* message) {
  const InHeddle guard;
  engine->verdicts.refuse(message, here());
}

std::uint64_t resultBytes(char letter, const char* modifier, std::size_t size) {
  switch (letter) {
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X':
    case 'n':
      if (size == 0) return sizeof(int);
      if (*modifier != 'h') return sizeof(long);
      return size == 1 ? sizeof(short) : sizeof(char);
    case 'a':
    case 'e':
    case 'f':
    case 'g':
    case 'E':
    case 'G':
      if (size == 0) return sizeof(float);
      return *modifier == 'L' ? sizeof(long double) : sizeof(double);
    case 'p': return sizeof(void*);
    case 's':
    case 'c':
    case '[':
      if (size != 0) refuse("sscanf of wide characters is not supported");
      return 0;
    default: refuse("this sscanf format is not supported");
  }
}

// The end of a set such as `[^]a-z]`, after its bracket.
const char* endOfSet(const char* at) {
  ++at;
  if (*at == '^') ++at;
  if (*at == ']') ++at;
  while (*at != 0 && *at != ']') ++at;
  return *at == 0 ? at : at + 1;
}

// Parses what follows a `%`.
Directive parse(const char*& at) {
  Directive result;
  const char* const start = at;
  result.discards = *at == '*';
  if (result.discards) ++at;
  while (std::isdigit(static_cast<unsigned char>(*at)) != 0)
    result.width = result.width * 10 + static_cast<unsigned>(*at++ - '0');
  const char* const modifier = at;
  at += std::strspn(at, "hlLqjzt");
  result.letter = *at;
  result.bytes = resultBytes(*at, modifier, static_cast<std::size_t>(at - modifier));
  at = *at == '[' ? endOfSet(at) : at + 1;

  // Without the star: we want to see how far it got, also when nothing is kept.
  const char* const from = result.discards ? start + 1 : start;
  const auto size = static_cast<std::size_t>(at - from);
  if (size + 4 > sizeof(result.text)) refuse("a conversion of this sscanf format is too long");
  std::memcpy(result.text + 1, from, size);
  std::memcpy(result.text + 1 + size, "%n", 3);
  return result;
}

std::string buffer;  // for one result

const char* skipSpace(const char* s) {
  while (std::isspace(static_cast<unsigned char>(*s)) != 0) ++s;
  return s;
}

enum class Outcome : std::uint8_t { Done, Mismatch, EndOfInput };

Outcome convert(const Directive& directive, const char*& input, void* to, bool& foundEnd) {
  const bool skipsSpace = directive.letter != 'c' && directive.letter != '[';
  if (skipsSpace) input = skipSpace(input);
  foundEnd |= *input == 0;
  if (*input == 0) return Outcome::EndOfInput;
  int consumed = 0;
  {
    const InHeddle guard;
    const std::size_t room = std::strlen(input) + directive.width + 17;
    if (buffer.size() < room) buffer.resize(room);
    if (std::sscanf(input, directive.text, buffer.data(), &consumed) < 1) return Outcome::Mismatch;
  }
  input += consumed;
  const unsigned most = directive.letter == 'c' && directive.width == 0 ? 1 : directive.width;
  foundEnd |= *input == 0 && (most == 0 || static_cast<unsigned>(consumed) < most);
  if (directive.discards) return Outcome::Done;
  std::uint64_t bytes = directive.bytes;
  if (directive.letter == 'c')
    bytes = static_cast<std::uint64_t>(consumed);
  else if (bytes == 0)
    bytes = std::strlen(buffer.data()) + 1;
  checkWrite(to, bytes);
  std::memcpy(to, buffer.data(), bytes);
  return Outcome::Done;
}

void storeCount(void* to, std::uint64_t bytes, std::uint64_t count) {
  checkWrite(to, bytes);
  std::memcpy(to, &count, bytes);  // little-endian: the low bytes come first
}

}  // namespace

int scan(const char* input, const char* format, va_list arguments) {
  checkString(input);
  return scanFrom(input, format, arguments).stored;
}

Scanned scanFrom(const char*& input, const char* format, va_list arguments) {
  checkString(format);
  const char* const start = input;
  Scanned done;
  while (*format != 0) {
    if (std::isspace(static_cast<unsigned char>(*format)) != 0) {
      input = skipSpace(input);
      done.foundEnd |= *input == 0;
      ++format;
      continue;
    }
    const bool isLiteral = *format != '%' || format[1] == '%';
    if (isLiteral) {
      if (*format == '%') {
        ++format;
        input = skipSpace(input);
      }
      if (*input == 0) return {done.stored == 0 ? EOF : done.stored, true};
      if (*input != *format) return done;
      ++input;
      ++format;
      continue;
    }
    ++format;
    const Directive directive = parse(format);
    void* const to = directive.discards ? nullptr : va_arg(arguments, void*);
    if (directive.letter == 'n') {
      if (!directive.discards) storeCount(to, directive.bytes, static_cast<std::uint64_t>(input - start));
      continue;
    }
    const Outcome outcome = convert(directive, input, to, done.foundEnd);
    if (outcome == Outcome::EndOfInput && done.stored == 0) return {EOF, true};
    if (outcome != Outcome::Done) return done;
    if (!directive.discards) ++done.stored;
  }
  return done;
}

}  // namespace heddle::runtime::externals
