// The oracle for partial order reduction: the Mazurkiewicz traces of the
// maximal executions of a script.
//
// Visits all interleavings of all steps, by recursion on copied states; two
// prefixes with the same trace go on alike, so that only one is followed. A
// violation stops only its thread. Nothing here comes from the searches.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <unordered_map>

#include "support/trace_hash.h"

namespace heddle::testing {

struct Traces {
  std::unordered_map<std::uint64_t, FinalState> ends;  // of each trace: the state it ends in

  std::uint64_t count() const { return ends.size(); }
  std::set<FinalState> states() const;
};

// Nothing if more than `limit` prefixes would have to be visited.
std::optional<Traces> tracesUpTo(const Script& script, std::size_t limit, Posts posts = Posts::Conflict);
Traces traces(const Script& script, Posts posts = Posts::Conflict);

}  // namespace heddle::testing
