// How much of a program a formula has. An execution that needs more is left out where it
// does, and that is noted: then bounded checking looks again with larger bounds.
#pragma once

#include <cstdint>
#include <optional>

namespace heddle::symbolic {

struct Bounds {
  unsigned recursion = 4;         // calls of a function inside each other
  unsigned startsInLoop = 3;      // threads, by a loop whose number of iterations is not known
  unsigned blocksInLoop = 4;      // of the heap, by one call
  std::uint64_t blockBytes = 64;  // of those whose size the code does not say

  // Nothing: these are the largest.
  std::optional<Bounds> next() const {
    if (startsInLoop >= 48) return std::nullopt;
    return Bounds{recursion * 2, startsInLoop * 2, blocksInLoop * 2, blockBytes * 2};
  }
};

}  // namespace heddle::symbolic
