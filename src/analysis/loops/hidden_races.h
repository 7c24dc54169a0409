// Data races that could get lost with the iterations that are left out.
//
// An iteration without effect may access memory that another thread accesses in
// conflict: a race. What it accesses is whatever its instructions may do: an
// update that leaves the value as it is writes, too. The iteration is run once,
// then the thread stops, so the race shows whenever the other access comes
// without the thread's going on. Where the thread goes on, the iteration was left
// out. So a race is lost if the other thread makes its access only because of
// what this one does after the loop. It then has read something that this one
// has written. If all that threads learn of each other synchronises, the access
// therefore happens after the iteration, and there is no race.
//
// That leaves programs with weaker accesses, and iterations that touch what the
// last one, which leaves the loop, does not touch in the same way. Iterations that
// begin in the same state do the same up to their first atomic access, that
// included. And it leaves accesses that are late: that may come after a read of
// what others have done (late_accesses.h). Before an early access there is nothing
// but what its thread did without having read anything, and the same of whoever
// started it. So it is there too in the execution in which this thread has
// stopped after its iteration, with all that the iteration has done.
//
// Of iterations that remain each thread completes one in an execution. One is
// enough: the race is between one access in one iteration and another that its
// thread makes before it stops, and all other iterations without effect can be
// left out around them.
//
// Or none is completed, where it can be watched that there is no race: an atomic
// access whose address is the same in all iterations, and known before them. At the
// beginning of each iteration the race detector records it (ghost accesses).
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/loops/memory_facts.h"
#include "analysis/program_memory.h"

namespace heddle::analysis {

// Whether threads may learn of each other without being ordered by
// happens-before.
bool hasWeakAccesses(const ProgramMemory& memory);

// Whether an iteration that got as far as `last`, an instruction of the loop, may
// have made an access that could race and that the last iteration does not make.
// `Exchanges`: what is known of its compare-exchanges.
enum class Exchanges : bool { Failed, MayHaveSucceeded };
// `Beginnings`: whether all iterations begin in the same state, or with another value of a variable that is as good as
// loaded then (reload.h).
enum class Beginnings : bool { Same, Reloaded };
bool mayHideRace(const llvm::Loop& loop, const llvm::Instruction& last, const MemoryFacts& memory, Exchanges exchanges,
                 Beginnings beginnings = Beginnings::Same);

// An access of a loop that could hide a race, and is watched (MemoryFacts::racesAreWatched):
// what it touches, as a value that is there at the header and a distance from it.
struct WatchedAccess {
  const llvm::Instruction* at;
  llvm::Value* base;
  std::int64_t offset;
  std::uint64_t bytes;
  bool writes;
};
std::vector<WatchedAccess> watchedAccesses(const llvm::Loop& loop, const MemoryFacts& memory);

}  // namespace heddle::analysis
