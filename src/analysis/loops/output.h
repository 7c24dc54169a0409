// What a program prints, and values on which nothing but that depends:
//
//   unsigned spins = 0;
//   while (!atomic_load(&flag)) ++spins;
//   printf("%u\n", spins);
//
// What is printed is not checked. So printing is no effect of an iteration, and
// such values may change from iteration to iteration. A variable that is only
// written and printed, a statistic, is one too.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

namespace heddle::analysis {

// Whether the call prints numbers and constant text to the standard streams, and
// nothing but output depends on what it returns. It cannot fail.
bool onlyPrints(const llvm::CallBase& call);

// Whether the value is stdout or stderr, as the library has it.
bool isStandardStream(const llvm::Value& value);

// Whether nothing but output, and how long something takes, depends on what the loop leaves in the value: on its
// uses outside.
bool onlyReachesOutput(const llvm::Instruction& value, const llvm::Loop& loop, bool hasStatistics);

// Whether the instruction writes to a statistic: a global variable, or a part of
// it, of which all accesses are seen, and nothing but output depends on what they
// find. Plain stores where all accesses are plain, and read-modify-writes where
// all are atomic: with an atomic store that is left out, whoever reads what was there
// before would synchronise with more. Volatile variables are none.
bool writesStatistic(const llvm::Instruction& instruction);

}  // namespace heddle::analysis
