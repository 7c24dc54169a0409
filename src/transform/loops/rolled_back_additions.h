// Attempts to add to a word that are rolled back when they fail
// (analysis/loops/rolled_back_addition.h) become additions that wait until they succeed.
//
// Whether that leaves anything out depends on who else accesses the word, which
// is watched when the program is explored (explore/rolled_back_additions.h).
#pragma once

#include <vector>

#include "analysis/loops/rolled_back_addition.h"
#include "transform/context.h"
#include "transform/loops/loop_rewrite.h"

namespace heddle::transform {

// To be found before the iterations that have no effect are blocked, and inserted
// after that: an assume after the attempt, which says that it succeeds. It has to
// become an await, since the attempt has written when it fails.
using RolledBackAdditions = std::vector<std::pair<const llvm::Loop*, analysis::RolledBackAddition>>;
RolledBackAdditions findRolledBackAdditions(const llvm::LoopInfo& loops, const llvm::DominatorTree& dominators,
                                            const analysis::MemoryFacts& memory);
void assumeSuccess(const RolledBackAdditions& additions, std::vector<LoopRewrite>& rewrites, Context& context);

// Whether the assume was inserted here, and whether the program itself may stop
// there by an assume.
bool isOfRolledBack(const llvm::CallInst& assume);
bool mayBeStopped(const llvm::CallInst& assume);

}  // namespace heddle::transform
