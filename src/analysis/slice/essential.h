// What a slice is made for: the statements that can violate an assertion, block a
// thread or let others go on, and those whose number or order decides on the names
// of things (threads, memory).
//
//   Follows   Assertion guided abstraction, section 3.1: assertions, lock and unlock.
//   Deviates  all that may block, the program's own assumptions, and each call of a
//             function of which is not known that it does nothing of the kind.
#pragma once

#include <llvm/IR/Instruction.h>

#include <optional>

#include "core/dependence_graph.h"

namespace heddle::analysis {

struct Essential {
  core::Extent extent;
  core::DependenceGraph::Kind kind;
};

std::optional<Essential> essential(const llvm::Instruction& instruction);

}  // namespace heddle::analysis
