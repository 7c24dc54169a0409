// Writes that may come about because of what other threads did before.
//
// A thread learns of others by atomic reads, locks and joins. What it does
// before the first of these it does in any case, if whoever started it had not
// learned anything either. All other writes are late. Plain reads teach
// nothing: where they find what another thread has written without being
// ordered behind it, that is a data race by itself.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <vector>

#include "analysis/points_to.h"

namespace heddle::analysis {

class LateWrites {
 public:
  // The module must not change but for what this tool inserts.
  explicit LateWrites(const llvm::Module& module);
  ~LateWrites();
  LateWrites(const LateWrites&) = delete;
  LateWrites& operator=(const LateWrites&) = delete;

  // Whether a late write may conflict with what the instruction reads: touch
  // the same memory, and one of the two is plain. Freeing memory counts as
  // writing it, and so does the end of its scope.
  bool mayConflict(const llvm::Instruction& read) const;

 private:
  class Search;
  struct Write {
    Pointees to;
    std::uint64_t bytes;
    bool isAtomic;
  };
  const Search& found() const;

  const llvm::Module& module_;
  mutable std::unique_ptr<Search> found_;  // large programs take time, and few ask
};

}  // namespace heddle::analysis
