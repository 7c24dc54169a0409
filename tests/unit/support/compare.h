// A search against the oracle, on one script; and random scripts to do it on.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "explore/random.h"
#include "explore/search.h"
#include "support/brute_force.h"

namespace heddle::testing {

// Runs the search to its end and gathers the final states.
StateCounts statesOf(const Script& script, explore::Search& search);

struct Shape {
  unsigned minThreads = 2, maxThreads = 3;  // besides main
  unsigned maxStatements = 4;               // of a thread
  unsigned words = 3;
};

// main spawns all threads, joins them and may check a word.
Script randomScript(explore::RandomNumbers& numbers, const Shape& shape);

// What is wrong with naive (or with the oracle) on this script; nothing if all agrees.
std::optional<std::string> naiveDisagrees(const Script& script);

// Drops statements and threads for as long as the script still fails.
Script shrink(Script script, const std::function<bool(const Script&)>& fails);

}  // namespace heddle::testing
