// Looks into final states, so that a test can say what it expects to see.
#pragma once

#include <map>
#include <vector>

#include "explore/explorer.h"
#include "explore/naive.h"
#include "support/compare.h"

namespace heddle::explore {

using namespace heddle::testing;  // NOLINT: the scripts below read like programs

struct Register {
  unsigned body, number;
};

// How often each combination of values of these registers was seen at the end.
using Seen = std::map<std::vector<std::uint64_t>, std::uint64_t>;

inline Seen observe(const Script& script, const std::vector<Register>& registers, const StateCounts& states) {
  Seen seen;
  for (const auto& [state, count] : states) {
    std::vector<std::uint64_t> values;
    for (const Register& r : registers)
      values.push_back(state[2 + script.words + r.body * (2 + kRegisters) + 2 + r.number]);
    seen[values] += count;
  }
  return seen;
}

inline Seen observe(const Script& script, const std::vector<Register>& registers) {
  NaiveSearch search;
  return observe(script, registers, statesOf(script, search));
}

inline core::Outcome exploreNaive(const Script& script, const Limits& limits = {},
                                  std::optional<unsigned> preemptionBound = std::nullopt) {
  ScriptedProgram program(script);
  NaiveSearch search(preemptionBound);
  return explore(program, search, limits);
}

inline Limits keepGoing() {
  Limits limits;
  limits.stopAtFirst = false;
  return limits;
}

// Two threads take two locks in opposite orders.
inline Script lockOrderInversion() {
  return parallel({{lock(0), lock(1), unlock(1), unlock(0)}, {lock(1), lock(0), unlock(0), unlock(1)}});
}

// T1's two loads must not see two different values; T2 stores in between.
inline Script torn(unsigned noise) {
  Body writer(noise, add(1, 1, 1));
  writer.push_back(store(0, 1));
  return parallel({{load(0, 0), load(1, 0), check(1, r(0))}, writer});
}

}  // namespace heddle::explore
