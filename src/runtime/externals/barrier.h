// Barriers, for the counterexample.
#pragma once

#include "runtime/externals/external.h"

namespace heddle::runtime::externals {

// That an operation on a word of the library is about; 0: it is none of a barrier.
Address barrierOf(const Op& op);
// "1 of 2 have arrived"
std::string arrivedAt(Address barrier);

}  // namespace heddle::runtime::externals
