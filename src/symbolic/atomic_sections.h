// Code between __VERIFIER_atomic_begin and __VERIFIER_atomic_end, which is one step.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>

#include <string>

namespace heddle::symbolic {

class AtomicSections {
 public:
  explicit AtomicSections(const llvm::Function& code);

  // Whether it comes after the beginning of one, and not after its end. The end is inside.
  bool contains(const llvm::Instruction& instruction) const { return inside_.contains(&instruction); }
  // What is not supported; empty: all is.
  const std::string& problem() const { return problem_; }

 private:
  llvm::SmallPtrSet<const llvm::Instruction*, 16> inside_;
  std::string problem_;
};

}  // namespace heddle::symbolic
