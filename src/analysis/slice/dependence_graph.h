// The dependence graph (core/dependence_graph.h) of a prepared module whose
// statements are numbered.
//
//   Follows   Assertion guided abstraction, section 4.1 (DependenceCalculate).
//   Deviates  inter-thread dependences that the paper only finds while the program
//             runs are here, as far as they decide whether and where a statement
//             writes: a write that no execution so far has shown may show up once
//             another one, which is not on the slice, takes another branch.
#pragma once

#include <llvm/IR/Module.h>

#include "core/dependence_graph.h"

namespace heddle::analysis {

// `plainAccessesRace`: otherwise they are steps as any others.
core::DependenceGraph dependenceGraph(llvm::Module& module, bool plainAccessesRace);

}  // namespace heddle::analysis
