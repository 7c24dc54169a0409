// What calls in a loop do that other threads, or a later iteration, could observe.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include "analysis/loops/memory_facts.h"

namespace heddle::analysis {

// Whether a call of the function can be observed by nobody, apart from what it
// returns. It may fail, and it may run for ever.
bool isPureFunction(const llvm::Function& function);

// Whether all that a call of the function does that others could observe shows
// in the events that the runtime keeps: atomic accesses, locks.
bool leavesOnlyEvents(const llvm::Function& function);
// The same for a call of a library function.
bool isKnownByEvents(const llvm::CallBase& external);

// Whether the instruction reads what others may change: memory that is not
// private, or a choice.
bool readsOutside(const llvm::Instruction& instruction, const MemoryFacts& memory);

// Whether the call only takes time: it yields, or sleeps for as long as
// registers or private memory say.
bool isDelay(const llvm::CallBase& call, const MemoryFacts& memory);

}  // namespace heddle::analysis
