// The order of a counterexample's lines.
//
// A spawn, a join and a plain access are nobody's decision: a thread makes them as soon as it can, while the others
// stand between two steps. Told like that, they interrupt what the others do. They are told where their thread goes
// on instead, as far as nobody can tell the difference, so that a reader changes threads as seldom as possible.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/op.h"
#include "core/trace.h"

namespace heddle::core {

// What a line touches of memory; nothing: no bytes.
struct Touched {
  Address addr = 0;
  std::uint64_t bytes = 0;
  bool write = false;
};

// Those from `violation` on say what went wrong, in `culprit`; they stay where they are.
void tellLate(std::vector<TraceLine>& lines, const std::vector<Touched>& touched, std::size_t violation,
              const std::string& culprit);

}  // namespace heddle::core
