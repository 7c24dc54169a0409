#include "runtime/externals/cxx_streams.h"

#include <iostream>
#include <streambuf>
#include <string_view>

#include "runtime/engine.h"
#include "runtime/externals/external.h"
#include "runtime/externals/input.h"

namespace heddle::runtime::externals {
namespace {

void print(std::string_view text) {
  const InHeddle guard;
  engine->recording.print(text);
}

// Without a buffer: nothing is left over when an execution ends half-way.
class Capture final : public std::streambuf {
 protected:
  int_type overflow(int_type c) override {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    const char byte = traits_type::to_char_type(c);
    print({&byte, 1});
    return c;
  }

  std::streamsize xsputn(const char* text, std::streamsize size) override {
    const auto at = reinterpret_cast<Address>(text);
    if (engine->stepper.checkRaces && size > 0 && inRegion(at))
      engine->plain.checkRange(at, static_cast<std::uint64_t>(size), false, engine->sites.here());
    print({text, static_cast<std::size_t>(size)});
    return size;
  }
};

// Without a buffer, too: C's functions read the same input.
class Input final : public std::streambuf {
 protected:
  int_type underflow() override { return nextOfInput(false); }
  int_type uflow() override { return nextOfInput(true); }
  int_type pbackfail(int_type c) override { return giveBackToInput(c); }
};

// The same for wide characters, which come out as UTF-8.
class WideCapture final : public std::wstreambuf {
 protected:
  int_type overflow(int_type c) override {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    const auto code = static_cast<unsigned>(c);
    const auto tail = [code](unsigned shift) { return static_cast<char>(0x80 | (code >> shift & 0x3f)); };
    char bytes[4];
    std::size_t n = 0;
    if (code < 0x80) {
      bytes[n++] = static_cast<char>(code);
    } else if (code < 0x800) {
      bytes[n++] = static_cast<char>(0xc0 | code >> 6);
    } else if (code < 0x10000) {
      bytes[n++] = static_cast<char>(0xe0 | code >> 12);
      bytes[n++] = tail(6);
    } else {
      bytes[n++] = static_cast<char>(0xf0 | (code >> 18 & 7));
      bytes[n++] = tail(12);
      bytes[n++] = tail(6);
    }
    if (code >= 0x80) bytes[n++] = tail(0);
    print({bytes, n});
    return c;
  }
};

class WideInput final : public std::wstreambuf {
 protected:
  int_type underflow() override {
    if (!hasInput()) return traits_type::eof();
    const InHeddle guard;
    engine->verdicts.refuse("std::wcin reads from standard input, which only std::cin and the functions of C do",
                            engine->sites.here());
  }
};

// One of the library's streams: what it had before, what it has meanwhile.
template <typename Char>
struct Captured {
  std::basic_ios<Char>& stream;
  std::basic_streambuf<Char>* buffer;
  std::basic_ostream<Char>* tie;
  std::ios_base::fmtflags flags;
  std::basic_streambuf<Char>* before = nullptr;

  void capture() { before = stream.rdbuf(buffer); }
  void release() {
    reset();
    stream.rdbuf(before);
  }
  void reset() {
    stream.exceptions(std::ios_base::goodbit);  // first: what follows must not throw
    stream.rdbuf(buffer);                       // also clears the state
    stream.flags(flags);
    stream.width(0);
    stream.precision(6);
    stream.fill(Char(' '));
    stream.tie(tie);
  }
};

constexpr auto kPlain = std::ios_base::skipws | std::ios_base::dec;
constexpr auto kUnbuffered = kPlain | std::ios_base::unitbuf;

Capture capture;
Input standardInput;
WideCapture wideCapture;
WideInput wideInput;

// Not constructed before first use: the streams must exist by then.
template <typename Action>
void forEachStream(Action action) {
  static Captured<char> narrow[] = {
      {std::cout, &capture, nullptr, kPlain},
      {std::cerr, &capture, &std::cout, kUnbuffered},
      {std::clog, &capture, nullptr, kPlain},
      {std::cin, &standardInput, &std::cout, kPlain},
  };
  static Captured<wchar_t> wide[] = {
      {std::wcout, &wideCapture, nullptr, kPlain},
      {std::wcerr, &wideCapture, &std::wcout, kUnbuffered},
      {std::wclog, &wideCapture, nullptr, kPlain},
      {std::wcin, &wideInput, &std::wcout, kPlain},
  };
  for (Captured<char>& stream : narrow) action(stream);
  for (Captured<wchar_t>& stream : wide) action(stream);
}

// The streams of libc++, and a buffer after each (include/heddle/library/libcxx_standard_streams.cpp).
struct alignas(16) LibcxxStream {
  char bytes[512];
};
LibcxxStream libcxxStandardStreams[4];

}  // namespace

std::span<const External> libcxxStreams() {
  static const External rows[] = {
      {"_ZNSt3__14coutE", &libcxxStandardStreams[0], 0},
      {"_ZNSt3__14cerrE", &libcxxStandardStreams[1], 0},
      {"_ZNSt3__14clogE", &libcxxStandardStreams[2], 0},
      {"_ZNSt3__13cinE", &libcxxStandardStreams[3], 0},
  };
  return rows;
}

void captureStreams() {
  forEachStream([](auto& stream) { stream.capture(); });
}

void releaseStreams() {
  forEachStream([](auto& stream) { stream.release(); });
}

void resetStreams() {
  forEachStream([](auto& stream) { stream.reset(); });
}

}  // namespace heddle::runtime::externals
