// Which branches decide whether a block is executed, and how often.
//
//   Follows   Ferrante, Ottenstein and Warren, "The program dependence graph and its
//             use in optimization" (1987), section 3.1.
//
// As there, loops count as ending: what comes after one does not depend on when it
// ends. From where there is no way out of a function it is not said what comes last:
// each branch there, and each that leads there, decides on all blocks there.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>

namespace heddle::analysis {

class ControlDependence {
 public:
  using Terminators = llvm::SmallVector<const llvm::Instruction*, 4>;

  explicit ControlDependence(llvm::Function& function);

  const Terminators& of(const llvm::BasicBlock& block) const;

 private:
  llvm::DenseMap<const llvm::BasicBlock*, Terminators> deciding_;
};

}  // namespace heddle::analysis
