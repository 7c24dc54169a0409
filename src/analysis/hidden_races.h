// Data races that could get lost with the rounds that are left out.
//
// A round without effect may read memory that another thread writes: a race.
// The round is run once, then the thread stops, so the race shows whenever the
// write comes without the thread's going on. Where the thread goes on, the
// round was left out, read and all. So a race is lost if the other thread
// writes only because of what this one does behind the loop. It then has read
// something that this one has written. If all atomic accesses synchronise, the
// write therefore happens after the round, and there is no race.
//
// That leaves programs with weaker accesses, and rounds that read what the
// last round, which leaves the loop, does not read. All rounds begin in the
// same state and do the same up to their first atomic access, that included.
// And it leaves writes that are late: that may come behind a read of what others
// have done (late_writes.h). In front of an early write there is nothing but
// what its thread did without having read anything, and the same of whoever
// started it. So it is there too in the execution in which this thread has
// stopped behind its round, with all that the round has read.
//
// Of rounds that remain each thread completes one in an execution. One is
// enough: the race is between one read in one round and a write that is in no
// such round, and all other rounds without effect can be left out around them.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Module.h>

#include "analysis/loop_effects.h"

namespace heddle::analysis {

// Whether some atomic access of the module does not order what it finds, or
// what is found, by happens-before.
bool hasWeakAccesses(const llvm::Module& module);

// Whether a round that got as far as `last`, an instruction of the loop, may
// have read what could race and the last round does not read.
bool mayHideRace(const llvm::Loop& loop, const llvm::Instruction& last, const MemoryFacts& memory);

}  // namespace heddle::analysis
