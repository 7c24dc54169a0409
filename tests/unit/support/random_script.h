// Random scripts with everything that programs do, and a way to make one that
// fails small.
#pragma once

#include <functional>

#include "explore/random.h"
#include "support/script.h"

namespace heddle::testing {

struct Shape {
  unsigned minThreads = 2, maxThreads = 4;  // besides main
  unsigned maxStatements = 6;               // of a thread, without spawns and joins
  unsigned words = 3;
  std::uint64_t maxInterleavings = 20'000;  // a script with more is drawn again
  bool trees = true;                        // threads spawn threads, and join others than their children
  bool channels = false;                    // some scripts have one, after the words
};

Script randomScript(explore::RandomNumbers& numbers, const Shape& shape);

// Script number `index` of a seed, without drawing those before it.
Script randomScript(std::uint64_t seed, std::uint64_t index, const Shape& shape);

// Drops statements and threads for as long as the script is well-formed and
// still fails.
Script shrink(Script script, const std::function<bool(const Script&)>& fails);

}  // namespace heddle::testing
