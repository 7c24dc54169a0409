// The flags clang is given: ours, and those of the user that fit the language.
#pragma once

#include <string>
#include <vector>

#include "frontend/inputs.h"

namespace heddle::frontend {

// The user's flags for a file of `language`. One command line serves C and C++
// files alike, so a -std meant for the other language is left out. Our default
// dialect comes first: the user's choice, if any, wins.
std::vector<std::string> userFlags(Language language, const std::vector<std::string>& flags);

// Flags that must hold whatever the user says; they come last. Optimising
// before the instrumentation would merge or drop racy accesses, so a -O2 taken
// over from the user's own build has no effect.
std::vector<std::string> fixedFlags();

// Where <heddle/heddle.h> is: share/heddle/include beside the folder of the executable, if it is installed; else where
// Heddle's own sources were when it was built.
std::string includeDirectory();

// Which functions get a body. C99's inline functions have none without optimisation: they are somebody else's to
// define.
enum class Bodies : std::uint8_t { AsUsual, InlineToo };

// All of the above in order, without the input and output files.
std::vector<std::string> allFlags(Language language, const std::vector<std::string>& flags,
                                  Bodies bodies = Bodies::AsUsual);

}  // namespace heddle::frontend
