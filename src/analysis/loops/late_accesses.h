// Accesses that may come about because of what other threads did before.
//
// A thread learns of others by atomic reads, locks and joins. What it does
// before the first of these it does in any case, if whoever started it had not
// learned anything either. All other accesses are late. Plain reads teach
// nothing: where they find what another thread has written without being
// ordered after it, that is a data race by itself.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Instructions.h>

#include <memory>
#include <vector>

#include "analysis/program_memory.h"

namespace heddle::analysis {

class LateAccesses {
 public:
  explicit LateAccesses(const ProgramMemory& memory);
  ~LateAccesses();
  LateAccesses(const LateAccesses&) = delete;
  LateAccesses& operator=(const LateAccesses&) = delete;

  // Whether a late access may conflict with what the instruction may do: both
  // touch the same memory, one of them writes, and one of them is plain. Freeing
  // memory counts as writing it, and so does the end of its scope.
  // `writes`: whether it may write.
  bool mayConflict(const llvm::Instruction& instruction, bool writes) const;

 private:
  class Search;
  const Search& found() const;

  const ProgramMemory& memory_;
  mutable std::unique_ptr<Search> found_;  // made when first needed
};

}  // namespace heddle::analysis
