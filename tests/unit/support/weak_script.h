// Random scripts for weak memory: all orders, fences, updates, and what is
// read deciding on values, addresses and branches. Small enough for brute
// force, most of the time.
#pragma once

#include <cstdint>

#include "support/script.h"

namespace heddle::testing {

// Script number `index` of a seed, without drawing those before it.
Script randomWeakScript(std::uint64_t seed, std::uint64_t index);

// Sections, semaphores, words that are handed from state to state, and what
// others see of them.
Script randomLocks(std::uint64_t seed, std::uint64_t index);

// Loops that try to change a word, and what can come in between.
Script randomSpeculation(std::uint64_t seed, std::uint64_t index);

}  // namespace heddle::testing
