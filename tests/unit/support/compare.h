// Searches against the oracles, on one script.
#pragma once

#include <optional>
#include <string>

#include "explore/search.h"
#include "support/brute_force.h"
#include "support/random_script.h"
#include "support/traces.h"

namespace heddle::testing {

// Runs the search to its end and gathers the final states.
StateCounts statesOf(const Script& script, explore::Search& search);

// What is wrong with naive (or with the oracle) on this script; nothing if all
// agrees.
std::optional<std::string> naiveDisagrees(const Script& script);

// What is wrong with the registered searches that promise one execution of each
// Mazurkiewicz trace: whether each runs all traces of the script, each once
// (besides what it abandons as redundant), and ends in the right states.
// An optimal one must abandon nothing.
std::optional<std::string> reductionDisagrees(const Script& script);
std::optional<std::string> searchDisagrees(const Script& script, const Traces& expected, std::string_view search,
                                           Posts posts = Posts::Conflict);

// What is wrong with searches for which stores conflict only if somebody can tell their order: whether threads end in
// the same states as in all interleavings. What is left in memory may be otherwise.
std::optional<std::string> pruningDisagrees(const Script& script);

}  // namespace heddle::testing
