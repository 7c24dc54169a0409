#include "transform/loops/pure_iterations.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

#include "analysis/loops/delays.h"
#include "transform/loops/loop_place.h"
#include "transform/loops/purity_assumes.h"

namespace heddle::transform {
namespace {

using analysis::Literal;
using analysis::LoopOrder;
using analysis::PureCase;
using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

// "Took an internal back edge", as a value at the beginning of each block.
class InternalBackEdges {
 public:
  InternalBackEdges(const llvm::Loop& loop, const LoopOrder& order, const analysis::MemoryFacts& memory)
      : loop_(loop), order_(order), delays_(loop, memory) {
    llvm::SmallVector<BasicBlock*, 8> open;
    const auto reach = [&](BasicBlock* block) {
      if (block != loop.getHeader() && loop.contains(block) && behind_.insert(block).second) open.push_back(block);
    };
    for (BasicBlock* block : order.blocks())
      for (BasicBlock* next : llvm::successors(block))
        if (isInternal(block, next)) reach(next);
    while (!open.empty())
      for (BasicBlock* next : llvm::successors(open.pop_back_val())) reach(next);
  }

  // Null if no way to the block leads over an internal back edge.
  Value* takenAt(BasicBlock* block) {
    if (!behind_.contains(block)) return nullptr;
    if (taken_.empty()) makePhis();
    return taken_.lookup(block);
  }

 private:
  bool isInternal(const BasicBlock* from, const BasicBlock* to) const {
    return to != loop_.getHeader() && loop_.contains(to) && order_.isInternalBackEdge(from, to) &&
           !delays_.isInside(*from);
  }

  void makePhis() {
    auto* flag = llvm::Type::getInt1Ty(loop_.getHeader()->getContext());
    for (BasicBlock* block : behind_) {
      taken_[block] = llvm::PHINode::Create(flag, llvm::pred_size(block), "took.backedge", block->begin());
    }
    for (const auto& [block, phi] : taken_) {
      for (BasicBlock* before : llvm::predecessors(block)) {
        Value* value = taken_.lookup(before);
        if (isInternal(before, block)) value = llvm::ConstantInt::getTrue(flag);
        phi->addIncoming(value ? value : llvm::ConstantInt::getFalse(flag), before);
      }
    }
  }

  const llvm::Loop& loop_;
  const LoopOrder& order_;
  analysis::Delays delays_;
  llvm::SmallPtrSet<BasicBlock*, 8> behind_;
  llvm::DenseMap<BasicBlock*, llvm::PHINode*> taken_;
};

class Inserter {
 public:
  Inserter(const llvm::Loop& loop, const LoopOrder& order, const llvm::DominatorTree& dominators,
           const analysis::MemoryFacts& memory, Context& context)
      : loop_(loop), dominators_(dominators), backEdges_(loop, order, memory), context_(context) {}

  llvm::CallInst* insert(const PureCase& pure) {
    Instruction* at = placeOf(pure);
    llvm::IRBuilder<> builder(at);
    const bool hasPlace = pure.after && pure.after->getDebugLoc();
    builder.SetCurrentDebugLocation(hasPlace ? pure.after->getDebugLoc() : loop_.getStartLoc());
    llvm::SmallVector<Value*, 4> parts;
    for (const Literal& literal : pure.condition.literals())
      if (!holdsAnyway(literal, *at)) parts.push_back(emit(builder, literal, *at));
    if (Value* taken = backEdges_.takenAt(at->getParent())) parts.push_back(builder.CreateNot(taken));
    Value* impure = parts.empty() ? builder.getFalse() : builder.CreateNot(builder.CreateAnd(parts));
    if (!site_) site_ = siteOf(loop_, context_, /*leavesOutIterations=*/true);
    return createPureIteration(builder, impure, site_, {pure.isExact, pure.mayHideRace}, context_);
  }

 private:
  Instruction* placeOf(const PureCase& pure) const {
    if (pure.after && !llvm::isa<llvm::PHINode>(pure.after)) return pure.after->getNextNode();
    BasicBlock* block = pure.after ? pure.after->getParent() : loop_.getHeader();
    return &*block->getFirstInsertionPt();
  }

  // Nobody comes to the place otherwise.
  static bool holdsAnyway(const Literal& literal, const Instruction& at) {
    if (literal.isAboutAccess()) return false;
    return llvm::isImpliedByDomCondition(literal.predicate, literal.left, literal.right, &at, at.getDataLayout()) ==
           true;
  }

  Value* emit(llvm::IRBuilder<>& builder, const Literal& literal, Instruction& at) {
    if (!literal.isAboutAccess()) {
      return builder.CreateICmp(literal.predicate, valueAt(literal.left, at), valueAt(literal.right, at));
    }
    if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(literal.left)) {
      return valueAt(unchanged(*update), at);
    }
    llvm::IRBuilder<> after(llvm::cast<Instruction>(literal.left)->getNextNode());
    Value* succeeded = valueAt(after.CreateExtractValue(literal.left, 1), at);
    return literal.predicate == llvm::CmpInst::ICMP_EQ ? succeeded : builder.CreateNot(succeeded);
  }

  // The word is what it was before the update.
  static Value* unchanged(llvm::AtomicRMWInst& update) {
    using Rmw = llvm::AtomicRMWInst;
    llvm::IRBuilder<> builder(update.getNextNode());
    Value* operand = update.getValOperand();
    switch (update.getOperation()) {
      case Rmw::And: return builder.CreateICmpEQ(builder.CreateAnd(&update, operand), &update);
      case Rmw::Or: return builder.CreateICmpEQ(builder.CreateOr(&update, operand), &update);
      case Rmw::Max: return builder.CreateICmpSGE(&update, operand);
      case Rmw::Min: return builder.CreateICmpSLE(&update, operand);
      case Rmw::UMax: return builder.CreateICmpUGE(&update, operand);
      case Rmw::UMin: return builder.CreateICmpULE(&update, operand);
      default: return builder.getFalse();
    }
  }

  // The value as it is at the place. Where its definition was not passed in
  // this iteration, any value will do: the guards of the way that leads past the
  // definition are part of the condition and do not hold.
  Value* valueAt(Value* value, Instruction& at) {
    auto* defined = llvm::dyn_cast<Instruction>(value);
    if (!defined || dominators_.dominates(defined, &at)) return value;
    llvm::SSAUpdater updater;
    updater.Initialize(value->getType(), value->getName());
    updater.AddAvailableValue(loop_.getHeader(), llvm::Constant::getNullValue(value->getType()));
    updater.AddAvailableValue(defined->getParent(), value);
    return updater.GetValueInMiddleOfBlock(at.getParent());
  }

  const llvm::Loop& loop_;
  const llvm::DominatorTree& dominators_;
  InternalBackEdges backEdges_;
  Context& context_;
  llvm::ConstantInt* site_ = nullptr;
};

}  // namespace

std::vector<LoopRewrite> blockPureIterations(const llvm::LoopInfo& loops, const llvm::DominatorTree& dominators,
                                             const analysis::MemoryFacts& memory, Context& context) {
  std::vector<LoopRewrite> rewrites;
  // Inner loops first: what is inserted for an outer loop must not look like
  // variables of an inner one.
  const auto outerFirst = loops.getLoopsInPreorder();
  for (llvm::Loop* loop : llvm::reverse(outerFirst)) {
    const LoopOrder order(*loop);
    LoopRewrite& rewrite = rewrites.emplace_back(loop, analysis::findPurity(*loop, order, memory));
    Inserter inserter(*loop, order, dominators, memory, context);
    for (const PureCase& pure : rewrite.purity.cases) rewrite.assumes.push_back({inserter.insert(pure)});
  }
  return rewrites;
}

}  // namespace heddle::transform
