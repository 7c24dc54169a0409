// Threads that cannot be told apart but for their numbers: the same code with the same
// argument, started one after the other by one thread.
//
// They have nothing of their own that has an address, start nobody, wait for nobody's end
// and do not ask who they are; and who started them uses what it knows them by for
// waiting only, where it does not matter what they return.
#pragma once

#include <vector>

#include "symbolic/flat_program.h"

namespace heddle::symbolic {

// Numbers of threads, in the order in which they are started: the second of a row is not started without the first.
std::vector<std::vector<unsigned>> twinsOf(const FlatProgram& program);

}  // namespace heddle::symbolic
