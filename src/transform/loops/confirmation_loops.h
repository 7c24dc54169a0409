// Confirmation loops (Awamoche, 3.3), as they are written:
//
//   do seen = load(p); ... while (!compare_exchange(p, seen, ...));
//
// The compare-exchange succeeds only if the word is what the load has found, and
// an iteration in which it fails has no effect. A search may then leave out the
// executions in which it fails (core/update.h, Attempt), unless something goes
// wrong in them only. So between the two there is
//
//   - what the thread does with registers and memory of its own. If it goes
//     wrong, it does so with what the load has found, whoever confirms;
//   - plain accesses at addresses that were known before the load, on the only
//     way from there. With whom they race in an iteration that fails, they race with
//     in one that does not: either the other access does not depend on whoever
//     was faster, then this iteration could have been the faster one; or it does,
//     then the next iteration is the one;
//   - or ways out that are taken by what the load has found: such a value is not
//     speculated on. Not together with plain accesses, which the next iteration might not
//     come to;
//   - or atomic loads that cannot go wrong, with nothing else that can: they
//     may have found what comes of another's success, so that what goes wrong
//     with it does so in this iteration only.
//
// The load and the compare-exchange may go wrong themselves (the memory is freed,
// or written plainly): the load of the next iteration does so too. After a
// compare-exchange that has failed nothing can.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include "analysis/loops/memory_facts.h"
#include "core/site.h"
#include "transform/shared_memory.h"

namespace heddle::transform {

// Marks the loads and compare-exchanges of a function that belong together, for
// those who describe them. To be called before its loops are rewritten.
void markSpeculativeReads(llvm::Function& function, const llvm::LoopInfo& loops, const llvm::DominatorTree& dominators,
                          const SharedMemory& memory, const analysis::MemoryFacts& facts);

// What the marks mean.
void describeSpeculation(const llvm::LoadInst& load, core::Site& facts);
bool isSpeculativeRead(const llvm::LoadInst& load);
bool isConfirmation(const llvm::AtomicCmpXchgInst& exchange);

}  // namespace heddle::transform
