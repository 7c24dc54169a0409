// What bounded checking says of a program.
#pragma once

#include "answers.h"

namespace heddle::fuzz::programs {

// One violation at most.
// `search`: bmc, or bmc-order (--encoding order).
Answer boundedAnswer(const Prepared& prepared, std::string_view search);

}  // namespace heddle::fuzz::programs
