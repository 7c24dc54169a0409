// The smallest program that can be had by leaving out lines.
#pragma once

#include <functional>

#include "source.h"

namespace heddle::fuzz::programs {

// `fails` says whether a candidate, which may not even compile, still shows
// what the program was chosen for.
Source shrink(Source source, const std::function<bool(const Source&)>& fails);

}  // namespace heddle::fuzz::programs
