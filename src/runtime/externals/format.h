// What printf-like and scanf-like functions do with the program's memory.
#pragma once

#include <cstdarg>
#include <string_view>

namespace heddle::runtime::externals {

// Whether printf would touch memory of the program, as opposed to constants.
bool touchesProgram(const char* format, va_list arguments);

// The text that printf would write, after a check of every string argument. It
// stays valid until the next call. A failure (a character that has no encoding)
// gives a null view.
std::string_view format(const char* format, va_list arguments);

// sscanf: every result is written after a check of exactly its bytes.
int scan(const char* input, const char* format, va_list arguments);
struct Scanned {
  int stored = 0;         // what sscanf answers
  bool foundEnd = false;  // it wanted more than there was
};
// The same of text that is not the program's. It begins after that what was taken from it.
Scanned scanFrom(const char*& input, const char* format, va_list arguments);

}  // namespace heddle::runtime::externals
