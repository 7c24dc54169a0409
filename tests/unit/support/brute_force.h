// An oracle for searches: enumerates the executions of a script by recursion
// on copied states. It has its own reading of what statements mean and shares
// no code with the searches or with ScriptedProgram; only the layout of
// FinalState and the numbering of sites are common.
#pragma once

#include <cstdint>
#include <map>
#include <set>

#include "support/scripted_program.h"

namespace heddle::testing {

// Final states, with the number of executions that end in each.
using StateCounts = std::map<FinalState, std::uint64_t>;

// All interleavings of the ops on words. Local ops are run at once, as
// core/program.h says, and a choose, with each value, by the lowest thread that
// is at one. This is what naive promises.
StateCounts everyInterleaving(const Script& script);

// The final states over the interleavings of all ops, local ones too: what
// the program can really do. By visiting each reachable state once.
std::set<FinalState> reachableEnds(const Script& script);

bool isViolation(const FinalState& state);
std::uint64_t total(const StateCounts& counts);

}  // namespace heddle::testing
