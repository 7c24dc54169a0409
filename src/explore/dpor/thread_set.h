// A set of threads.
#pragma once

#include <bitset>

#include "base/ids.h"

namespace heddle::explore::dpor {

using ThreadSet = std::bitset<kMaxThreads + 1>;

}  // namespace heddle::explore::dpor
