// Sections of locks in which nothing can happen but accesses to memory, whatever
// values are found.
//
// Such a section can neither block nor be blocked for long: if it is run without
// interruption (runtime/lock_sections.h), neither that its lock is taken nor that it is
// given back matters to anybody, and what it protects says whether it is on a slice.
//
// A lock that is taken within a section is not simple either, nor one that is still
// held when its function ends.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include "analysis/program_calls.h"

namespace heddle::analysis {

class SimpleSections {
 public:
  SimpleSections(const llvm::Module& module, const ProgramCalls& calls);

  // Of a call that takes a lock, or gives one back.
  bool isSimple(const llvm::Instruction& call) const { return simple_.contains(&call); }

 private:
  using Calls = llvm::SmallPtrSet<const llvm::Instruction*, 16>;
  using Functions = llvm::SmallPtrSet<const llvm::Function*, 16>;
  struct Section;

  bool doesMore(const llvm::Instruction& instruction) const;
  void findFunctionsThatDoMore(const llvm::Module& module);
  Section follow(const llvm::CallBase& lock) const;
  void forbidLocksIn(const llvm::Function& function, Functions& seen);

  const ProgramCalls& calls_;
  Functions doingMore_;
  Calls simple_, forbidden_;
};

}  // namespace heddle::analysis
