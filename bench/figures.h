// How many executions `heddle check` needs: what the papers' tables are made of.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "searches.h"

namespace heddle::bench {

struct Figure {
  double complete = 0;
  double others = 0;  // blocked, wrong, redundant, cut

  double total() const { return complete + others; }
  std::string text() const;  // "24+256"
  bool operator==(const Figure&) const = default;
};

// How far a search came: as far as it wanted, unless `why` names a limit.
struct Reached {
  Figure figure;
  std::string why = {};
};

// Violations or not. `seconds` are given as the option wants them. Throws
// std::runtime_error if Heddle does not accept the program or an option.
Reached reachedBy(const Workload& workload, const std::vector<std::string>& options, const char* seconds);

// The same of the whole search. Nothing: not within `seconds`.
std::optional<Figure> figureOf(const Workload& workload, const std::vector<std::string>& options, const char* seconds);

}  // namespace heddle::bench
