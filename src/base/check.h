// HEDDLE_CHECK: an invariant of Heddle itself, checked in release builds too.
//
// A violated invariant is a bug of Heddle, never of the program under test. It
// prints what was violated, whatever context was registered (the schedule and
// how to replay it) and ends the process.
#pragma once

#include <string>
#include <string_view>

namespace heddle {

// Called once before the process ends; returns text that helps to reproduce.
using CheckContext = std::string (*)();
void setCheckContext(CheckContext context);

[[noreturn]] void checkFailed(const char* condition, const char* file, int line, std::string_view note);

}  // namespace heddle

#define HEDDLE_CHECK_NOTE(condition, note)                           \
  do {                                                               \
    if (!(condition)) [[unlikely]]                                   \
      ::heddle::checkFailed(#condition, __FILE__, __LINE__, (note)); \
  } while (false)
#define HEDDLE_CHECK(condition) HEDDLE_CHECK_NOTE(condition, std::string_view{})
