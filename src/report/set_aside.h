// What a rule of the user has made of data races, for people.
#pragma once

#include <string>

#include "core/set_aside.h"

namespace heddle::report {

// One line, without its end: "race:function:poll: 2 plain accesses are relaxed atomic, in poll".
std::string setAside(const core::SetAside& rule);

}  // namespace heddle::report
