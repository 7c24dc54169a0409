// Parts of externals::numbers() that have a file of their own.
#pragma once

#include "runtime/externals/external.h"

namespace heddle::runtime::externals {

std::span<const External> mathematics();  // sin, sqrt, frexp, …
std::span<const External> arithmetic();   // what compiled code calls where the machine has no instruction
std::span<const External> sorting();      // qsort, bsearch

}  // namespace heddle::runtime::externals
