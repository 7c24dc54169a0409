// What the instructions of a loop do that other threads, or a later round of
// the loop, could notice.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IntrinsicInst.h>

#include <functional>

#include "analysis/condition.h"

namespace heddle::analysis {

class LateAccesses;
class ProgramMemory;

// What the analysis has to be told about memory.
struct MemoryFacts {
  // An object on the stack that nobody but the code that names it can reach,
  // and every access to it stays inside.
  std::function<bool(const llvm::Value* pointer)> isPrivate;
  // Unordered plain accesses are reported as races, so that a plain access can
  // fail by itself. Otherwise they are interleaved like atomics.
  bool plainAccessesRace = true;
  // Words that are stored plainly in each iteration of a loop are not accessed
  // atomically; somebody has to watch that (core::Assumption::SeparateWords).
  bool wordsAreSeparate = false;
  // Whoever accesses what each iteration of a loop stores atomically to an object
  // that is not published comes after the last such store; somebody has to watch
  // that (core::Assumption::OrderedPublication).
  bool publicationIsOrdered = false;
  // Accesses of iterations that are left out do not race, where somebody can watch
  // that (hidden_races.h, core::Assumption::RacelessIterations).
  bool racesAreWatched = false;
  // Nobody looks at what is in memory at the end: variables that are only written
  // and printed do not count (output.h).
  bool hasStatistics = true;
  // Null: nothing is known.
  const ProgramMemory* program = nullptr;
  // Null if all that threads learn of each other synchronises (hidden_races.h).
  const LateAccesses* lateAccesses = nullptr;
};

struct Effect {
  enum class Kind {
    None,     // nothing to notice
    Guarded,  // nothing to notice while `guard` holds
    Always,   // may always be noticed
  };
  Kind kind = Kind::None;
  Literal guard{};
  bool mayFail = false;  // the program may go wrong here, or never come back
};

class LoopEffects {
 public:
  LoopEffects(const llvm::Loop& loop, const MemoryFacts& memory) : loop_(loop), memory_(memory) {}

  Effect of(llvm::Instruction& instruction);

 private:
  Effect ofUpdate(llvm::AtomicRMWInst& update);
  Effect ofCall(llvm::CallBase& call);
  static Effect ofAssume(const llvm::CallBase& call);
  Effect ofWrite(const llvm::Value* pointer);
  bool isScratch(const llvm::Value* pointer);
  bool mayFail(const llvm::Instruction& access, const llvm::Value* pointer, llvm::Type* type) const;

  const llvm::Loop& loop_;
  const MemoryFacts& memory_;
  llvm::DenseMap<const llvm::Value*, bool> scratch_;
};

// Whether a call of the function can be noticed by nobody, apart from what it
// returns. It may fail, and it may run for ever.
bool isPureFunction(const llvm::Function& function);

// Whether all that a call of the function does that others could notice shows
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

// The same for a call that needs no memory for that.
bool takesOnlyTime(const llvm::CallBase& call);

// Whether it copies what nobody can write, and no more than there is of it.
bool copiesConstant(const llvm::MemTransferInst& copy);

// Whether the load is of the thread's own errno.
bool isOwnErrorNumber(const llvm::LoadInst& load);

// Whether it divides, by what may be 0 or -1.
bool divisionMayFail(const llvm::Instruction& instruction);

// The assume that stands for "this round has no effect"
// (transform/loops/pure_iterations.h): where it fails, the thread waits.
bool isPureIteration(const llvm::Instruction& instruction);

// heddle_assume, __VERIFIER_assume, or what stands for one at the end of a
// round without effect. The first argument is the condition.
bool isAssume(const llvm::Instruction& instruction);

}  // namespace heddle::analysis
