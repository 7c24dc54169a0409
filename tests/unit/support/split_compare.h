// A search on execution graphs that gives away parts of what it has left, against the same search in one piece.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "explore/graph/trust.h"
#include "support/script.h"

namespace heddle::testing {

struct SplitComparison {
  std::optional<std::string> wrong;
  bool isTooLarge = false;  // nothing was compared
  unsigned executions = 0;
  unsigned splits = 0;
};

// The search is split at random, again and again, and its parts are explored in any order, some executions of one, then
// some of another. One after the other they must be the same executions in the same order, wherever it was split.
// Parts are handed on as text.
SplitComparison compareSplits(const Script& script, std::string_view model, explore::graph::Optimisations optimisations,
                              std::uint64_t seed);

}  // namespace heddle::testing
