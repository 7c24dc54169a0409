// How many cores this process may use.
#pragma once

namespace heddle::parallel {

unsigned coresHere();

}  // namespace heddle::parallel
