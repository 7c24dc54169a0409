#include "runtime/externals/cxx_streams.h"

#include <cstring>
#include <iostream>
#include <streambuf>
#include <string_view>
#include <tuple>
#include <vector>

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

// Bytes of an object of the library, as they were.
class Saved {
 public:
  Saved(void* object, std::size_t bytes) : object_(object), bytes_(bytes) {}
  void save() { std::memcpy(bytes_.data(), object_, bytes_.size()); }
  void putBack() { std::memcpy(object_, bytes_.data(), bytes_.size()); }

 private:
  void* object_;
  std::vector<char> bytes_;
};

// One of the library's streams with a buffer of ours. What a program does to it ends with the execution, and so does
// what it leads to in the program's memory: a locale, callbacks, words. The classic locale, which all of them have at
// first, is not counted.
template <typename Stream>
class Captured {
  using Buffer = std::basic_streambuf<typename Stream::char_type>;

 public:
  Captured(Stream& stream, Buffer& buffer)
      : stream_(stream), own_(buffer), saved_{{&stream, sizeof(Stream)}, {&buffer, sizeof(Buffer)}} {}

  void capture() {
    before_ = stream_.rdbuf(&own_);
    for (Saved& one : saved_) one.save();
  }
  void reset() {
    for (Saved& one : saved_) one.putBack();
  }
  void release() {
    reset();
    stream_.rdbuf(before_);
  }

 private:
  Stream& stream_;
  Buffer& own_;
  Buffer* before_ = nullptr;
  Saved saved_[2];
};

Capture captures[3];
Input standardInput;
WideCapture wideCaptures[3];
WideInput wideInput;

// Not constructed before first use: the streams must exist by then.
auto& standardStreams() {
  static std::tuple streams(Captured(std::cout, captures[0]), Captured(std::cerr, captures[1]),
                            Captured(std::clog, captures[2]), Captured(std::cin, standardInput),
                            Captured(std::wcout, wideCaptures[0]), Captured(std::wcerr, wideCaptures[1]),
                            Captured(std::wclog, wideCaptures[2]), Captured(std::wcin, wideInput));
  return streams;
}

template <typename Action>
void forEachStream(Action action) {
  std::apply([&](auto&... stream) { (action(stream), ...); }, standardStreams());
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
