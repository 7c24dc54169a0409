// What bounded checking says of a program.
#pragma once

#include "answers.h"

namespace heddle::fuzz::programs {

// One violation at most.
// `search`: bmc, or bmc-order (--encoding order), which knows other models than sc, and then data races.
Answer boundedAnswer(const Prepared& prepared, std::string_view model, std::string_view search);

}  // namespace heddle::fuzz::programs
