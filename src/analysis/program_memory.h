// Which memory the instructions of a program may touch, for the program as a
// whole.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <memory>

#include "analysis/points_to.h"
#include "analysis/program_calls.h"

namespace heddle::analysis {

// What a load, store, update or compare-exchange touches; no pointer for any
// other instruction.
struct TouchedWord {
  const llvm::Value* pointer = nullptr;
  std::uint64_t bytes = 0;
};
TouchedWord touchedWord(const llvm::Instruction& instruction);

// LLVM has it that ordered loads write, since they must not be moved.
inline bool mayWrite(const llvm::Instruction& instruction) {
  return !llvm::isa<llvm::LoadInst>(instruction) && instruction.mayWriteToMemory();
}

bool mayOverlap(const Pointees& x, std::uint64_t xBytes, const Pointees& y, std::uint64_t yBytes);

class ProgramMemory {
 public:
  // Instructions of the module may be added, but those that are there now must
  // not be destroyed: they are named by their addresses.
  explicit ProgramMemory(const llvm::Module& module) : module_(module) {}

  const llvm::Module& module() const { return module_; }
  // Large programs take time, and few ask: both are made when they are first needed.
  const ProgramCalls& calls() const;
  const PointsTo& pointsTo() const;

  // Whether two such instructions may touch the same byte.
  bool mayOverlap(const llvm::Instruction& x, const llvm::Instruction& y) const;

 private:
  const llvm::Module& module_;
  mutable std::unique_ptr<ProgramCalls> calls_;
  mutable std::unique_ptr<PointsTo> pointsTo_;
};

}  // namespace heddle::analysis
