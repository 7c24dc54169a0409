// Parts of externals::numbers() that have a file of their own, and what they share.
#pragma once

#include <cerrno>

#include "runtime/externals/external.h"

namespace heddle::runtime::externals {

std::span<const External> mathematics();     // sin, sqrt, frexp, …
std::span<const External> complexNumbers();  // cabs, cexp, …
std::span<const External> arithmetic();      // what compiled code calls where the machine has no instruction
std::span<const External> sorting();         // qsort, bsearch

// The C library's errno is Heddle's; the program's is the thread's.
class KeepsError {
 public:
  KeepsError() { errno = 0; }
  ~KeepsError() {
    if (errno != 0) engine->threads.self().errorNumber = errno;
  }
  KeepsError(const KeepsError&) = delete;
  KeepsError& operator=(const KeepsError&) = delete;
};

}  // namespace heddle::runtime::externals
