#include "analysis/loops/purity.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "analysis/loops/calls.h"
#include "analysis/loops/delays.h"
#include "analysis/loops/effects.h"
#include "analysis/loops/hidden_races.h"
#include "analysis/loops/reload.h"
#include "analysis/loops/unrecorded_effects.h"
#include "analysis/underlying_object.h"

namespace heddle::analysis {
namespace {

using llvm::BasicBlock;
using llvm::CmpInst;
using llvm::Instruction;
using llvm::Value;

// How much is computed with what comes over an edge.
constexpr unsigned kDeepestValue = 4;

// Backwards through one loop. A variable that is `reloaded` (reload.h) may
// change, provided that everyIterationIsPure() afterwards.
class Propagation {
 public:
  Propagation(const llvm::Loop& loop, const LoopOrder& order, const MemoryFacts& memory,
              const llvm::PHINode* reloaded = nullptr)
      : loop_(loop), order_(order), effects_(loop, memory), delays_(loop, memory), reloaded_(reloaded) {}

  // Whether whoever comes back to the header has done nothing since it was
  // there first; only the reloaded variable may have changed.
  bool everyIterationIsPure() const {
    return obstacles_.empty() && !hasOtherIterations_ && !atStart_.lookup(loop_.getHeader()).isCropped();
  }

  Condition run(std::vector<Obstacle>& obstacles) {
    for (BasicBlock* block : llvm::reverse(order_.blocks())) atStart_[block] = throughBlock(*block);
    const Condition& condition = atStart_[loop_.getHeader()];
    const bool isExplained = !obstacles_.empty() || !condition.isNever();
    for (Instruction* instruction : isExplained ? obstacles_ : contradictions_) {
      using enum Obstacle::Kind;
      const bool isPhi = llvm::isa<llvm::PHINode>(instruction);
      obstacles.push_back({isPhi                                         ? Changes
                           : instruction->isTerminator() && !isExplained ? Inner
                                                                         : Effect,
                           instruction});
    }
    return condition;
  }

 private:
  // FPC(.B)
  Condition throughBlock(BasicBlock& block) {
    Condition condition = atEnd(block);
    for (Instruction& instruction : llvm::reverse(block)) {
      if (!instruction.isTerminator()) throughStatement(instruction, condition);
    }
    return condition;
  }

  // FPC(.s) = FPC(s.) and g
  void throughStatement(Instruction& statement, Condition& condition) {
    if (delays_.isIdle(statement)) return;
    const Effect effect = effects_.of(statement);
    if (effect.kind == Effect::Kind::Always) {
      obstacles_.insert(&statement);
      condition = Condition::never();
      return;
    }
    if (effect.kind == Effect::Kind::None && !effect.mayFail) return;
    condition.restrict([&](Conjunction& disjunct) {
      if (effect.mayFail && !disjunct.earliest) disjunct.earliest = &statement;
      hasOtherIterations_ |=
          effect.kind == Effect::Kind::Guarded && !llvm::is_contained(disjunct.literals(), effect.guard);
      if (effect.kind != Effect::Kind::Guarded || disjunct.add(effect.guard)) return true;
      contradictions_.insert(&statement);
      return false;
    });
  }

  // FPC(B.): the disjunction over the edges
  Condition atEnd(BasicBlock& block) {
    BasicBlock* after = delays_.after(block);
    if (after && !order_.isInternalBackEdge(&block, after)) return atStart_[after];
    Condition condition;
    const auto addEdge = [&](BasicBlock* to, llvm::function_ref<bool(Conjunction&)> guard) {
      Condition edge = alongEdge(block, *to);
      edge.restrict(guard);
      condition.addAll(edge);
    };
    if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator())) {
      for (unsigned i = 0; i < branch->getNumSuccessors(); ++i) {
        addEdge(branch->getSuccessor(i), [&](Conjunction& disjunct) {
          return branch->isUnconditional() || disjunct.addTruth(branch->getCondition(), i == 0);
        });
      }
    } else if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator())) {
      for (const auto& option : choice->cases()) {
        addEdge(option.getCaseSuccessor(), [&](Conjunction& disjunct) {
          return disjunct.add(CmpInst::ICMP_EQ, choice->getCondition(), option.getCaseValue());
        });
      }
      addEdge(choice->getDefaultDest(), [&](Conjunction& disjunct) {
        return llvm::all_of(choice->cases(), [&](const auto& option) {
          return disjunct.add(CmpInst::ICMP_NE, choice->getCondition(), option.getCaseValue());
        });
      });
    } else {
      obstacles_.insert(block.getTerminator());
    }
    return condition;
  }

  // FPC(A, B), but for the guard of the edge
  Condition alongEdge(BasicBlock& from, BasicBlock& to) {
    if (!loop_.contains(&to)) return Condition::never();
    if (&to == loop_.getHeader()) return backToHeader(from);
    if (order_.isInternalBackEdge(&from, &to)) {
      hasOtherIterations_ |= !delays_.isInside(from);
      contradictions_.insert(from.getTerminator());
      return Condition::never();
    }
    Condition condition = atStart_[&to];
    condition.restrict([&](Conjunction& disjunct) {
      const Conjunction there = std::exchange(disjunct, {});
      disjunct.earliest = there.earliest;
      return llvm::all_of(there.literals(),
                          [&](const Literal& literal) { return disjunct.add(onEdge(literal, from, to)); });
    });
    return condition;
  }

  static Literal onEdge(Literal literal, BasicBlock& from, BasicBlock& to) {
    for (Value** side : {&literal.left, &literal.right})
      if (*side) *side = onEdge(*side, from, to, 0);
    return literal;
  }

  // What a value of `to` is if one comes from `from`; itself if that is none that is there already.
  static Value* onEdge(Value* value, BasicBlock& from, BasicBlock& to, unsigned depth) {
    auto* const instruction = llvm::dyn_cast<Instruction>(value);
    if (!instruction || instruction->getParent() != &to || depth > kDeepestValue) return value;
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction)) return phi->getIncomingValueForBlock(&from);
    if (!llvm::isa<llvm::CastInst, llvm::CmpInst, llvm::BinaryOperator>(instruction)) return value;
    llvm::SmallVector<Value*, 2> operands;
    for (Value* operand : instruction->operand_values()) operands.push_back(onEdge(operand, from, to, depth + 1));
    Value* const simpler = llvm::simplifyInstructionWithOperands(instruction, operands, to.getDataLayout());
    return simpler ? simpler : value;
  }

  // The iteration is pure if every variable is what it was.
  Condition backToHeader(BasicBlock& latch) {
    Conjunction unchanged;
    for (llvm::PHINode& now : loop_.getHeader()->phis()) {
      Value* next = now.getIncomingValueForBlock(&latch);
      const bool comparable = now.getType()->isIntegerTy() || now.getType()->isPointerTy();
      if (next == &now || &now == reloaded_ || now.hasConstantValue() || delays_.onlyDelays(now)) continue;
      if (comparable && !isMoved(*next, now) && unchanged.add(CmpInst::ICMP_EQ, next, &now)) {
        obstacles_.insert(&now);
        continue;
      }
      obstacles_.insert(&now);
      return Condition::never();
    }
    Condition condition;
    condition.addDisjunct(std::move(unchanged));
    return condition;
  }

  const llvm::Loop& loop_;
  const LoopOrder& order_;
  LoopEffects effects_;
  Delays delays_;
  llvm::DenseMap<const BasicBlock*, Condition> atStart_;
  llvm::SmallSetVector<Instruction*, 8> obstacles_;
  llvm::SmallSetVector<Instruction*, 8> contradictions_;  // what excludes some ways through the loop
  const llvm::PHINode* reloaded_;
  bool hasOtherIterations_ = false;  // some may come back to the header after an effect
};

// Where a disjunct can be acted on, and what that means.
class Placing {
 public:
  Placing(const llvm::Loop& loop, const LoopOrder& order, const MemoryFacts& memory, const llvm::PHINode* reloaded)
      : loop_(loop), order_(order), memory_(memory), delays_(loop, memory), reloaded_(reloaded) {}

  // The last of what the disjunct needs, if anything; every path it stands for
  // comes by.
  Instruction* lastNeeded(const Conjunction& disjunct) const {
    Instruction* last = disjunct.earliest;
    for (const Literal& literal : disjunct.literals()) {
      for (Value* side : {literal.left, literal.right}) {
        auto* value = side ? llvm::dyn_cast<Instruction>(side) : nullptr;
        if (value && loop_.contains(value) && (!last || order_.isBefore(last, value))) last = value;
      }
    }
    return last;
  }

  // Whether something that others can change decides on the disjunct.
  bool dependsOnOthers(const Conjunction& disjunct) const {
    return dependsOn(disjunct, [&](const Instruction& instruction) { return readsOutside(instruction, memory_); });
  }
  // Whether what a library function answers does, like "interrupted": it need
  // not be the same the next time.
  bool dependsOnLibrary(const Conjunction& disjunct) const {
    return dependsOn(disjunct, [](const Instruction& instruction) { return llvm::isa<llvm::CallBase>(instruction); });
  }

  // Nothing else in this iteration, up to `last`, has read what others change.
  bool isFirstRead(const Instruction& last) const {
    llvm::SmallPtrSet<const BasicBlock*, 16> seen{last.getParent()};
    llvm::SmallVector<const BasicBlock*, 16> open{last.getParent()};
    unsigned reads = 0;
    while (!open.empty()) {
      const BasicBlock* block = open.pop_back_val();
      for (const Instruction& instruction : *block) {
        if (block == last.getParent() && last.comesBefore(&instruction)) break;
        if (matters(instruction) && ++reads > 1) return false;
      }
      if (block == loop_.getHeader()) continue;
      for (const BasicBlock* before : llvm::predecessors(block)) {
        if (seen.insert(before).second) open.push_back(before);
      }
    }
    return true;
  }

 private:
  // Where races are reported, what a plain access has found stays as it is
  // until the thread synchronises.
  bool matters(const Instruction& instruction) const {
    const bool isPlain = llvm::isa<llvm::LoadInst>(instruction) && !instruction.isAtomic();
    return readsOutside(instruction, memory_) && !(isPlain && memory_.plainAccessesRace);
  }

  using Source = llvm::function_ref<bool(const Instruction&)>;
  bool dependsOn(const Conjunction& disjunct, Source source) const {
    llvm::SmallPtrSet<const Value*, 16> seen;
    return llvm::any_of(disjunct.literals(), [&](const Literal& literal) {
      return comesFrom(literal.left, source, seen) || (literal.right && comesFrom(literal.right, source, seen));
    });
  }
  bool comesFrom(const Value* value, Source source, llvm::SmallPtrSetImpl<const Value*>& seen) const {
    const auto* instruction = llvm::dyn_cast<Instruction>(value);
    if (!instruction || !loop_.contains(instruction) || !seen.insert(instruction).second) return false;
    if (source(*instruction) || instruction == reloaded_) return true;
    if (llvm::isa<llvm::PHINode>(instruction) && instruction->getParent() == loop_.getHeader()) return false;
    const auto doesOperand = [&](const Value* operand) { return comesFrom(operand, source, seen); };
    if (llvm::any_of(instruction->operand_values(), doesOperand)) return true;
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(instruction);
    return load && isFilledFrom(*load, source, doesOperand);
  }

  // Whether a write of the iteration may have put such a value where `load` finds it.
  bool isFilledFrom(const llvm::LoadInst& load, Source source, llvm::function_ref<bool(const Value*)> isSuch) const {
    const auto objectOf = [](const Value* pointer) {
      return pointer ? llvm::dyn_cast<llvm::AllocaInst>(underlyingObject(pointer)) : nullptr;
    };
    const llvm::AllocaInst* object = objectOf(load.getPointerOperand());
    for (const BasicBlock* block : loop_.blocks()) {
      for (const Instruction& writer : *block) {
        if (!writer.mayWriteToMemory() || writer.isLifetimeStartOrEnd() || delays_.isIdle(writer)) continue;
        if (llvm::isa<llvm::MemTransferInst>(writer) || source(writer)) return true;
        const llvm::AllocaInst* filled = objectOf(llvm::getLoadStorePointerOperand(&writer));
        if (object && filled && object != filled) continue;
        if (llvm::any_of(writer.operand_values(), isSuch)) return true;
      }
    }
    return false;
  }

  const llvm::Loop& loop_;
  const LoopOrder& order_;
  const MemoryFacts& memory_;
  const Delays delays_;
  const llvm::PHINode* reloaded_;
};

}  // namespace

LoopOrder::LoopOrder(const llvm::Loop& loop) {
  // Depth first, from the header, inside the loop: the order in which blocks
  // are left, turned around.
  llvm::SmallVector<std::pair<BasicBlock*, llvm::succ_iterator>, 16> path;
  llvm::SmallPtrSet<BasicBlock*, 16> seen{loop.getHeader()};
  path.emplace_back(loop.getHeader(), llvm::succ_begin(loop.getHeader()));
  while (!path.empty()) {
    auto& [block, next] = path.back();
    if (next == llvm::succ_end(block)) {
      blocks_.push_back(block);
      path.pop_back();
      continue;
    }
    BasicBlock* successor = *next++;
    if (loop.contains(successor) && seen.insert(successor).second)
      path.emplace_back(successor, llvm::succ_begin(successor));
  }
  std::reverse(blocks_.begin(), blocks_.end());
  for (unsigned i = 0; i < blocks_.size(); ++i) positions_[blocks_[i]] = i;
}

bool LoopOrder::isBefore(const Instruction* x, const Instruction* y) const {
  if (x->getParent() == y->getParent()) return x->comesBefore(y);
  return positions_.lookup(x->getParent()) < positions_.lookup(y->getParent());
}

LoopPurity findPurity(const llvm::Loop& loop, const LoopOrder& order, const MemoryFacts& memory) {
  LoopPurity purity;
  const llvm::PHINode* reloaded = reloadedVariable(loop, memory);
  if (reloaded) {
    Propagation propagation(loop, order, memory, reloaded);
    purity.condition = propagation.run(purity.obstacles);
    if (!propagation.everyIterationIsPure()) {
      purity = {};
      reloaded = nullptr;
    }
  }
  if (!reloaded) purity.condition = Propagation(loop, order, memory).run(purity.obstacles);
  if (purity.condition.isCropped()) {
    purity.obstacles.push_back({Obstacle::Kind::TooMany, loop.getHeader()->getTerminator()});
  }
  purity.reloaded = reloaded;
  const Placing placing(loop, order, memory, reloaded);
  for (const Conjunction& disjunct : purity.condition.disjuncts()) {
    Instruction* last = placing.lastNeeded(disjunct);
    const bool isEndless = !placing.dependsOnOthers(disjunct);
    if (isEndless && placing.dependsOnLibrary(disjunct)) continue;
    const bool isExact = !reloaded && (isEndless || placing.isFirstRead(*last));
    const bool mayHide = !isEndless && mayHideRace(loop, *last, memory, Exchanges::Failed,
                                                   reloaded ? Beginnings::Reloaded : Beginnings::Same);
    purity.cases.push_back({disjunct, last, isExact, isEndless, mayHide});
  }
  return purity;
}

}  // namespace heddle::analysis
