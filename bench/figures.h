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

  std::string text() const;  // "24+256"
  bool operator==(const Figure&) const = default;
};

// The whole search, violations or not. Nothing: not within `seconds`, which are
// given as the option wants them. Throws std::runtime_error if Heddle does not
// accept the program or an option.
std::optional<Figure> figureOf(const Workload& workload, const std::vector<std::string>& options, const char* seconds);

}  // namespace heddle::bench
