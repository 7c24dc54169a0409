// What bounded checking says of a program.
#pragma once

#include "answers.h"

namespace heddle::fuzz::programs {

// One violation at most.
Answer boundedAnswer(const Prepared& prepared);

}  // namespace heddle::fuzz::programs
