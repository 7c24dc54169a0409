// Instructions that were taken out of a function.
//
// Facts about the program (analysis/program_memory.h) name instructions by their
// addresses. As long as such facts are in use, what is taken out must stay in
// memory, or a new instruction could come to lie where it was.
#pragma once

#include <llvm/IR/Instruction.h>

#include <vector>

namespace heddle::transform {

class Discarded {
 public:
  Discarded() = default;
  Discarded(const Discarded&) = delete;
  Discarded& operator=(const Discarded&) = delete;
  ~Discarded() {
    for (llvm::Instruction* instruction : kept_) instruction->deleteValue();
  }

  // Nothing may use its result any more.
  void add(llvm::Instruction& instruction) {
    instruction.removeFromParent();
    instruction.dropAllReferences();
    kept_.push_back(&instruction);
  }

 private:
  std::vector<llvm::Instruction*> kept_;
};

}  // namespace heddle::transform
