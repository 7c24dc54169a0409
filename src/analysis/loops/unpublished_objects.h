// Objects that nobody else can reach yet:
//
//   node = malloc(…);
//   do { seen = load(top); store(node->below, seen); } while (!compare_exchange(top, seen, node));
//
// The address of a new object is in registers of the function that has made it,
// until an instruction publishes it: stores it, hands it to a function, returns
// it, computes with it. A compare-exchange publishes it if it succeeds.
#pragma once

#include <llvm/IR/Instructions.h>

namespace heddle::analysis {

// Whether whenever the store is made its object is new, and not published. False
// also if the analysis cannot tell.
bool isToUnpublished(const llvm::StoreInst& store);

}  // namespace heddle::analysis
