// The loops that people write, with random parts; and loops of no particular
// kind.
#pragma once

#include "parts.h"

namespace heddle::fuzz {

Block randomLoop(Parts& parts);

// do r = x; while (!cas(x, r, r + 1))
Block compareExchangeLoop(Parts& parts, unsigned word);

}  // namespace heddle::fuzz
