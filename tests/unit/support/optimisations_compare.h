// The search with the optimisations of Awamoche against the one without, on one script.
#pragma once

#include <string>

#include "support/script.h"

namespace heddle::testing {

// What is wrong under some model; empty if every graph without somebody who waits
// for an old write is found, once, and others only where two writes of the word
// that is waited for may stand in either order. A script with too many graphs is
// not compared.
std::string compareRemedies(const Script& script);

}  // namespace heddle::testing
