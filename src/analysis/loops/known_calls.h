// Calls of library functions of which it is known what they do to a loop.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

namespace heddle::analysis {

// What the instruction calls, if that is a function of a library; else null.
const llvm::Function* externalCallee(const llvm::Instruction& instruction);

// Whether the call only takes time, and needs no memory for that.
bool takesOnlyTime(const llvm::CallBase& call);

// Where a call that sleeps, and does nothing else, finds for how long; null if it is none.
const llvm::Value* sleepsFor(const llvm::CallBase& call);

// It chooses a value; that is all.
bool isChoice(const llvm::Function& callee);

// It changes nothing when it answers something other than 0.
bool isTry(const llvm::Function& callee);

// What it does are accesses to the word of a lock, or the ends of a step that holds others.
bool isEvents(const llvm::Function& callee);

// What is inserted around iterations of inner loops (transform/loops/iteration_checks.h).
bool isIterationCheck(const llvm::Function& callee);

// The assume that stands for "this iteration has no effect"
// (transform/loops/pure_iterations.h): where it fails, the thread waits.
bool isPureIteration(const llvm::Instruction& instruction);

// heddle_assume, __VERIFIER_assume, or what stands for one at the end of an
// iteration without effect. The first argument is the condition.
bool isAssume(const llvm::Instruction& instruction);

}  // namespace heddle::analysis
