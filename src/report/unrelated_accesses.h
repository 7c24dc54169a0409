// Plain accesses of an execution that cannot have had to do with how it ends.
#pragma once

#include <vector>

#include "core/trace.h"

namespace heddle::report {

// For each line whether it is one: a store of what nobody reads who matters from there on, or a load by a thread that
// does nothing more that matters. Found from the end on: the threads of the violation matter; who matters needs all
// that it has read, and who has written what is needed matters up to there.
std::vector<bool> unrelatedAccesses(const std::vector<core::TraceLine>& lines);

// Whether one is the other, or a part of it: "queue" and "queue.slots[1]".
bool overlap(const std::string& one, const std::string& other);

}  // namespace heddle::report
