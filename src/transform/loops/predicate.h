// A condition over the value of an access, as a function of its own that the
// searches can ask at any time.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <array>

namespace heddle::transform {

// uint32_t f(value found, and the four words that travel in the op)
inline constexpr unsigned kOpWords = 4;

class Predicate {
 public:
  Predicate(llvm::Instruction& access, const llvm::DominatorTree& dominators);

  // Asks also that `condition` is not zero, or that it is. False, and nothing changes, if that
  // is no pure expression over the access and what was known before it, or if
  // what it needs does not fit into an op.
  bool require(llvm::Value* condition, bool holds = true);

  bool isEmpty() const { return conditions_.empty(); }
  // What each word of the op holds; null: nothing.
  const std::array<llvm::Value*, kOpWords>& words() const { return words_; }
  llvm::Function* outline(llvm::StringRef name) const;

 private:
  enum class Origin { Result, Constant, Word, Computed, Foreign };
  Origin originOf(llvm::Value* value) const;
  bool isMadeOfWords(llvm::Instruction& known) const;
  bool collect(llvm::Value* value, unsigned depth, bool& usesAccess);
  bool capture(llvm::Value* value);

  llvm::Instruction& access_;
  const llvm::DominatorTree& dominators_;
  std::array<llvm::Value*, kOpWords> words_{};
  llvm::SmallVector<std::pair<llvm::Value*, bool>, 2> conditions_;
};

}  // namespace heddle::transform
