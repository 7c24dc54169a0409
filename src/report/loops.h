// What was found out about the loops of a program, for people.
#pragma once

#include <string>
#include <vector>

#include "core/program_info.h"

namespace heddle::report {

// One paragraph a loop; loops of the system's headers are left out.
std::string loops(const std::vector<core::LoopNote>& notes);

}  // namespace heddle::report
