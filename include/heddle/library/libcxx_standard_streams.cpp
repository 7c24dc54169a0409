/* std::cout and the like of libc++. Threads may share them although each output changes them: they are in memory of
   Heddle (src/runtime/externals/cxx_streams.cpp), where races are no errors, and are made anew in each execution. What
   they read and write goes through the functions of C, without a buffer. */
#include <cstdio>
#include <iostream>
#include <new>
#include <streambuf>

namespace std {
inline namespace __1 {

namespace {

class Output final : public streambuf {
  int_type overflow(int_type c) override {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    const char byte = traits_type::to_char_type(c);
    fwrite(&byte, 1, 1, stdout);
    return c;
  }
  streamsize xsputn(const char* text, streamsize size) override {
    if (size > 0) fwrite(text, 1, static_cast<size_t>(size), stdout);
    return size;
  }
};

class Input final : public streambuf {
  int_type underflow() override {
    const int c = getc(stdin);
    return c == EOF ? traits_type::eof() : ungetc(c, stdin);
  }
  int_type uflow() override {
    last_ = getc(stdin);
    return last_ == EOF ? traits_type::eof() : last_;
  }
  int_type pbackfail(int_type c) override {
    const int given = traits_type::eq_int_type(c, traits_type::eof()) ? last_ : c;
    last_ = EOF;
    return given == EOF || ungetc(given, stdin) == EOF ? traits_type::eof() : given;
  }

  int last_ = EOF;
};

/* There is room for a buffer after a stream. */
constexpr size_t kStreamBytes = 256;
static_assert(sizeof(istream) <= kStreamBytes && sizeof(Input) <= kStreamBytes && sizeof(Output) <= kStreamBytes);

void* after(void* stream) { return static_cast<char*>(stream) + kStreamBytes; }

/* After the facets, before all constructors of the program. */
[[gnu::constructor(102)]] void makeStandardStreams() {
  streambuf* const output = ::new (after(&cout)) Output;
  ::new (&cout) ostream(output);
  ::new (&cerr) ostream(output);
  ::new (&clog) ostream(output);
  ::new (&cin) istream(::new (after(&cin)) Input);
  cerr.setf(ios_base::unitbuf);
  cerr.tie(&cout);
  cin.tie(&cout);
}

}  // namespace

}  // namespace __1
}  // namespace std
