// What monitors have seen over all executions so far, as values.
//
// A monitor may have to compare what one execution shows with what others have
// shown (core/assumption.h): it remembers facts. A search that goes on in another
// process takes them along. Facts of several searches can be joined: taking in
// more of them, in whatever order, shows what one search with all of these
// executions would have seen.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/assumption.h"

namespace heddle::core {

// Which number is what, only the monitor knows. Addresses, sites and threads are
// the same in every process that explores the same program.
using Fact = std::vector<std::uint64_t>;
using Evidence = std::map<Assumption, std::vector<Fact>>;

inline const std::vector<Fact>& factsOf(const Evidence& evidence, Assumption assumption) {
  static const std::vector<Fact> none;
  const auto found = evidence.find(assumption);
  return found == evidence.end() ? none : found->second;
}

}  // namespace heddle::core
