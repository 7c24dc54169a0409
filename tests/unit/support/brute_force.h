// Oracles for searches: the executions of a script, enumerated by recursion on
// copied states (machine.h).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>

#include "support/machine.h"

namespace heddle::testing {

// Final states, with the number of executions that end in each.
using StateCounts = std::map<FinalState, std::uint64_t>;

// All interleavings of the ops on words. Local ops are run at once, as
// core/program.h says, and a choose, with each value, by the lowest thread that
// is at one. This is what naive promises.
StateCounts everyInterleaving(const Script& script, Machine::Violations violations);

// How many they are, without running each; nothing if there are more than
// `limit`. Violations stop their threads.
std::optional<std::uint64_t> countInterleavings(const Script& script, std::uint64_t limit);

// The final states over the interleavings of all ops, local ones too: what
// the program can really do. By visiting each reachable state once.
std::set<FinalState> reachableEnds(const Script& script, Machine::Violations violations);

bool isViolation(const FinalState& state);
std::uint64_t total(const StateCounts& counts);

}  // namespace heddle::testing
