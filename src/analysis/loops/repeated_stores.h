// Stores that each iteration of a loop does again:
//
//   do { seen = load(top); element->below = seen; } while (!compare_exchange(top, seen, element));
//
// What an iteration has stored that is tried again stays there until the next
// one stores to the same place. The thread itself does not read it before that,
// plainly or atomically, and nobody else can.
//
// A plain store: where races are reported, a reader must come after something
// that the thread released, and an iteration that released something has an
// effect other than the store.
//
// An atomic store: the object is not published when it is made
// (unpublished_objects.h), so that other threads come to its word after the last
// store of the loop. Come they by way of a publication that does not
// synchronise, they could still find what an earlier one has left. That must be
// watched: who accesses the word happens after the last store.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

#include "analysis/loops/memory_facts.h"

namespace heddle::analysis {

// With MemoryFacts::wordsAreSeparate a plain store must be watched: should its word
// be accessed atomically in any execution, the atomic loads before the store may
// read what an iteration that was left out has stored.
// False also if the analysis cannot tell. Of private memory more can be told
// (scratch_memory.h).
inline constexpr char kRepeatedStore[] = "heddle.repeated";  // metadata of stores that are watched
bool isRepeated(const llvm::StoreInst& store, const llvm::Loop& loop, const MemoryFacts& memory);

}  // namespace heddle::analysis
