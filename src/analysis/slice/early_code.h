// Code that runs before the program starts its first thread, and what nobody writes
// after it.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Instructions.h>

#include <vector>

#include "analysis/program_memory.h"

namespace heddle::analysis {

class EarlyCode {
 public:
  explicit EarlyCode(const ProgramMemory& memory);

  // Whether what the load reads may be written once there are threads.
  bool mayChange(const llvm::LoadInst& load) const;

 private:
  using Functions = llvm::SmallPtrSet<const llvm::Function*, 16>;

  void findStarting();
  bool mayStart(const llvm::Instruction& instruction) const;
  void findLateBlocks(const llvm::Function& main);
  bool isLate(const llvm::Instruction& instruction) const;
  bool isCalledEarlyOnly(const llvm::Function& function) const;
  bool mayWrite(const llvm::Instruction& writer, const Pointees& pointees, std::uint64_t bytes) const;

  const ProgramMemory& memory_;
  Functions starting_, early_;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> lateBlocks_;  // of main
  std::vector<const llvm::Instruction*> lateWriters_;
};

}  // namespace heddle::analysis
