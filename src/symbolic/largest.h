// The largest value that a formula can have, as far as it is told by those of its arguments.
//
// Most of what programs compute is small: counters, indexes, states. A bit that is never
// set needs no variable, no gate and no clause, and a comparison with something larger is
// decided.
#pragma once

#include <cstdint>
#include <span>

#include "symbolic/node.h"

namespace heddle::symbolic {

// An argument: how wide it is, the largest value that it can have, and whether it is a constant.
struct Argument {
  unsigned width;
  std::uint64_t largest;
  bool isConstant;
};

// Without signs, of a node that is no leaf.
std::uint64_t largestOf(const Node& node, std::span<const Argument> arguments);

}  // namespace heddle::symbolic
