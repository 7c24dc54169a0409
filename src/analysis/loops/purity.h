// Partial loop purity: under which condition one iteration of a loop has no effect.
//
// Follows   Awaiting for Godot, section III: forward purity conditions,
//           propagated backwards from the edges that leave the loop or go back
//           to its header.
// Deviates  header phis: the paper compares the value on the back edge with the
//           one on entry, by name. Here the values themselves are compared
//           (next == now is a literal), so that an iteration which happens to leave
//           a variable as it was counts as pure, and one that resets it to its
//           first value does not.
//           phis on the way: a disjunct belongs to one path, so that a phi is
//           replaced by the value it has on that path. The condition is then
//           known earlier.
//           a variable that a failed compare-exchange sets to what it has found
//           may change where that is as good as a new start (reload.h).
//           internal back edges are all that go backwards in a fixed order of
//           the blocks, so that cycles with several entries are covered too.
// Adds      iterations whose purity does not depend on anything that others can
//           change: the loop never ends (PureCase::isEndless). They are not
//           taken either, and end in a livelock if the thread comes there.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/LoopInfo.h>

#include <vector>

#include "analysis/condition.h"
#include "analysis/loops/memory_facts.h"

namespace heddle::analysis {

// Why a loop is not, or not always, pure.
struct Obstacle {
  enum class Kind {
    Effect,   // `at` may be observed by others
    Changes,  // `at`, a phi of the header, may change
    TooMany,  // the condition has too many cases
    Inner,    // `at` spins in an inner loop
  };
  Kind kind;
  llvm::Instruction* at;
};

// A case in which an iteration is pure, and where that is known first.
struct PureCase {
  Conjunction condition;
  // The last of the values and accesses it needs; nothing may come in between.
  // Null: it needs none, and is known at the beginning of the header.
  llvm::Instruction* after;
  // Whoever stops there because the condition holds would come back to the
  // same place and stop again, as long as others do nothing.
  bool isExact = false;
  // Nothing that others can change decides on it: once entered, the iteration is
  // repeated for ever.
  bool isEndless = false;
  bool mayHideRace = false;  // hidden_races.h
};

struct LoopPurity {
  Condition condition;          // at the beginning of the header
  std::vector<PureCase> cases;  // the disjuncts that can be acted on
  std::vector<Obstacle> obstacles;
  const llvm::PHINode* reloaded = nullptr;  // a variable that may change all the same
};

// The blocks of a loop in an order in which only back edges go backwards.
class LoopOrder {
 public:
  explicit LoopOrder(const llvm::Loop& loop);

  const std::vector<llvm::BasicBlock*>& blocks() const { return blocks_; }
  // Both blocks are in the loop, and the edge does not lead to its header.
  bool isInternalBackEdge(const llvm::BasicBlock* from, const llvm::BasicBlock* to) const {
    return positions_.lookup(to) <= positions_.lookup(from);
  }
  // Whether `x` comes before `y`; both are in the loop.
  bool isBefore(const llvm::Instruction* x, const llvm::Instruction* y) const;

 private:
  std::vector<llvm::BasicBlock*> blocks_;
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> positions_;
};

LoopPurity findPurity(const llvm::Loop& loop, const LoopOrder& order, const MemoryFacts& memory);

}  // namespace heddle::analysis
