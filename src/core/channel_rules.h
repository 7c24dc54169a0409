// The rule of the one operation on channels that waits: for a message's word.
#pragma once

#include "core/update.h"

namespace heddle::core::channels {

inline constexpr UpdateRule kReceive = updateRule("receive", terms::constant<0> < terms::old, terms::never, terms::old);

}  // namespace heddle::core::channels
