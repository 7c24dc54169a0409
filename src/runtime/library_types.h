// What a function of libstdc++ touches through its arguments, by their types.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::runtime {

// What is done with the memory that an argument points to.
struct Touch {
  enum class Kind : std::uint8_t {
    None,           // a value
    Object,         // `bytes` bytes
    Text,           // up to a terminator; characters of `bytes` bytes
    Counted,        // as many elements of `bytes` bytes as the next argument says
    CountedBefore,  // the same, as the one before it says
    Range,          // up to where the result points; the next argument limits it
    String,         // a std::basic_string with its characters, of `bytes` bytes
    Path,           // a std::filesystem::path of `bytes` bytes, with its characters and its parts
    Parts,          // of a path: the last `bytes` bytes of it
    NewParts,       // the same, made by the call
    Span,           // up to where the next argument points; elements of `bytes` bytes
    AsSpan,         // as many elements of `bytes` bytes as the span before it has
    Gotten,         // characters of `bytes` bytes, as many as the stream before it has then read
    Stream,         // of any class: its std::ios_base, where all of them keep their state, and its buffer
    StreamState,    // without its buffer
    Buffer,         // a std::streambuf of any class
    Unknown,        // nobody knows
  };
  Kind kind = Kind::None;
  bool writes = false;
  std::uint32_t bytes = 0;
  bool keepsTable = false;  // an object's pointer to virtual functions, at its begin, stays as it is
};

// What a function does with the characters of a stream or its buffer, after a look at the stream's state.
enum class Moves : std::uint8_t { Nothing, In, Out };

// A function of the library, as far as its name says.
struct LibraryFunction {
  std::string readable;
  bool takesThis = false;
  Moves moves = Moves::Nothing;
  bool isClosed = true;        // each parameter takes one argument; else what comes after `touches` is unknown
  std::vector<Touch> touches;  // of `this`, if there is one, and of the parameters
};

LibraryFunction libraryFunction(std::string mangled);

}  // namespace heddle::runtime
