#include "transform/loops/iteration_checks.h"

#include <llvm/IR/CFG.h>

#include "analysis/loops/delays.h"
#include "analysis/loops/hidden_races.h"
#include "analysis/loops/unrecorded_effects.h"
#include "transform/loops/loop_place.h"

namespace heddle::transform {
namespace {

using analysis::Obstacle;
using analysis::UnrecordedEffects;
using llvm::BasicBlock;
using llvm::Value;

class IterationChecks {
 public:
  IterationChecks(const llvm::Loop& loop, const analysis::MemoryFacts& memory, Context& context)
      : loop_(loop),
        header_(*loop.getHeader()),
        memory_(memory),
        effects_(analysis::unrecordedEffects(loop, memory)),
        context_(context) {
    const analysis::Delays delays(loop, memory);
    for (llvm::PHINode& phi : header_.phis())
      if (!delays.onlyDelays(phi)) variables_.push_back(&phi);
  }

  bool insert() {
    findClean();
    llvm::SmallVector<BasicBlock*, 4> latches;
    loop_.getLoopLatches(latches);
    llvm::erase_if(latches, [&](BasicBlock* latch) { return !canCheck(*latch); });
    if (latches.empty()) return false;
    llvm::ConstantInt* site = siteOf(loop_, context_, /*leavesOutIterations=*/true);
    makeFlags();
    llvm::IRBuilder<> builder(&header_, header_.getFirstInsertionPt());
    builder.SetCurrentDebugLocation({});
    Value* begin = builder.CreateCall(context_.symbols.iterationBegin);
    copyObjects(builder);
    for (BasicBlock* latch : latches) check(*latch, begin, site);
    return true;
  }

 private:
  // The blocks that an iteration can get through without an effect that leaves no
  // event, and those it can reach after one.
  void findClean() {
    const auto follow = [&](BasicBlock& from, llvm::SmallPtrSetImpl<BasicBlock*>& found, bool throughUnseen) {
      llvm::SmallVector<BasicBlock*, 16> open{&from};
      while (!open.empty()) {
        BasicBlock* block = open.pop_back_val();
        if (!throughUnseen && effects_.unseen.contains(block)) continue;
        for (BasicBlock* next : llvm::successors(block)) {
          if (next != &header_ && loop_.contains(next) && found.insert(next).second) open.push_back(next);
        }
      }
    };
    clean_.insert(&header_);
    follow(header_, clean_, false);
    for (BasicBlock* block : loop_.blocks())
      if (effects_.unseen.contains(block)) follow(*block, behindUnseen_, true);
  }

  bool canCheck(BasicBlock& latch) const {
    if (!clean_.contains(&latch) || effects_.unseen.contains(&latch)) return false;
    if (!llvm::isa<llvm::BranchInst>(latch.getTerminator())) return false;
    return llvm::all_of(variables_, [&](llvm::PHINode* now) {
      const llvm::Type* type = now->getType();
      const bool comparable = type->isIntegerTy() || type->isPointerTy() || type->isFloatTy() || type->isDoubleTy();
      return comparable && !analysis::isMoved(*now->getIncomingValueForBlock(&latch), *now);
    });
  }

  // "Something happened that left no event", at the beginning of a block.
  void makeFlags() {
    auto* flag = llvm::Type::getInt1Ty(header_.getContext());
    for (BasicBlock* block : behindUnseen_) {
      flags_[block] = llvm::PHINode::Create(flag, llvm::pred_size(block), "unseen", block->begin());
    }
    for (const auto& [block, phi] : flags_) {
      for (BasicBlock* before : llvm::predecessors(block)) {
        Value* value = effects_.unseen.contains(before) ? llvm::ConstantInt::getTrue(flag)
                       : flags_.contains(before)        ? static_cast<Value*>(flags_.lookup(before))
                                                        : llvm::ConstantInt::getFalse(flag);
        phi->addIncoming(value, before);
      }
    }
  }

  struct Copied {
    llvm::AllocaInst *object, *copy;
  };

  void copyObjects(llvm::IRBuilder<>& builder) {
    for (llvm::AllocaInst* object : effects_.objects) {
      llvm::IRBuilder<> entry(object);
      llvm::AllocaInst* copy = entry.CreateAlloca(object->getAllocatedType(), object->getArraySize(), "before");
      copy->setAlignment(object->getAlign());
      copies_.push_back({object, copy});
      forEachPiece(builder, *object, [&](llvm::Type* type, std::uint64_t offset) {
        builder.CreateStore(load(builder, type, *object, offset), at(builder, *copy, offset));
      });
    }
  }

  // In pieces that are registers: what is not passed to anybody stays private.
  template <typename Function>
  static void forEachPiece(llvm::IRBuilder<>& builder, const llvm::AllocaInst& object, Function visit) {
    const std::uint64_t bytes = object.getAllocationSize(object.getDataLayout())->getFixedValue();
    std::uint64_t offset = 0;
    for (; offset + 8 <= bytes; offset += 8) visit(builder.getInt64Ty(), offset);
    for (; offset < bytes; ++offset) visit(builder.getInt8Ty(), offset);
  }
  static Value* at(llvm::IRBuilder<>& builder, llvm::AllocaInst& object, std::uint64_t offset) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), &object, offset);
  }
  static Value* load(llvm::IRBuilder<>& builder, llvm::Type* type, llvm::AllocaInst& object, std::uint64_t offset) {
    return builder.CreateLoad(type, at(builder, object, offset));
  }

  void check(BasicBlock& latch, Value* begin, llvm::ConstantInt* site) {
    llvm::IRBuilder<> builder(latch.getTerminator());
    llvm::SmallVector<Value*, 8> changes;
    const auto* branch = llvm::cast<llvm::BranchInst>(latch.getTerminator());
    if (branch->isConditional()) {
      Value* condition = branch->getCondition();
      changes.push_back(branch->getSuccessor(0) == &header_ ? builder.CreateNot(condition) : condition);
    }
    if (Value* flag = flags_.lookup(&latch)) changes.push_back(flag);
    for (llvm::PHINode* now : variables_) {
      Value* next = now->getIncomingValueForBlock(&latch);
      if (next != now) changes.push_back(builder.CreateICmpNE(bits(builder, next), bits(builder, now)));
    }
    for (const Copied& copied : copies_) {
      forEachPiece(builder, *copied.object, [&](llvm::Type* type, std::uint64_t offset) {
        changes.push_back(builder.CreateICmpNE(load(builder, type, *copied.object, offset),
                                               load(builder, type, *copied.copy, offset)));
      });
    }
    Value* changed = changes.empty() ? builder.getFalse() : builder.CreateOr(changes);
    const bool mayHide =
        analysis::mayHideRace(loop_, *latch.getTerminator(), memory_, analysis::Exchanges::MayHaveSucceeded);
    builder.CreateCall(context_.symbols.iterationEnd,
                       {builder.CreateZExt(changed, builder.getInt32Ty()), site, begin, builder.getInt32(mayHide)});
  }

  // Comparable, and the same value each time it is read.
  static Value* bits(llvm::IRBuilder<>& builder, Value* value) {
    if (value->getType()->isFloatingPointTy()) {
      value = builder.CreateBitCast(value, builder.getIntNTy(value->getType()->getPrimitiveSizeInBits()));
    }
    return llvm::isa<llvm::Constant>(value) ? value : builder.CreateFreeze(value);
  }

  const llvm::Loop& loop_;
  BasicBlock& header_;
  const analysis::MemoryFacts& memory_;
  UnrecordedEffects effects_;
  Context& context_;
  llvm::SmallVector<llvm::PHINode*, 8> variables_;
  llvm::SmallPtrSet<BasicBlock*, 16> clean_, behindUnseen_;
  llvm::DenseMap<BasicBlock*, llvm::PHINode*> flags_;
  llvm::SmallVector<Copied, 2> copies_;
};

// Always writes another value: what it does may be put back.
bool isAddition(const llvm::Instruction& instruction) {
  using Rmw = llvm::AtomicRMWInst;
  const auto* update = llvm::dyn_cast<Rmw>(&instruction);
  return update && llvm::is_contained({Rmw::Add, Rmw::Sub, Rmw::Xor}, update->getOperation());
}

// Whether the code alone leaves iterations open.
bool isLeftOpen(const LoopRewrite& rewrite) {
  if (!rewrite.loop->getSubLoops().empty()) return true;
  bool exchanges = false;
  for (const BasicBlock* block : rewrite.loop->blocks()) {
    if (llvm::any_of(*block, isAddition)) return true;
    exchanges |= llvm::any_of(*block, [](const auto& one) { return llvm::isa<llvm::AtomicCmpXchgInst>(one); });
  }
  return llvm::any_of(rewrite.purity.obstacles, [&](const Obstacle& obstacle) {
    if (obstacle.kind != Obstacle::Kind::Changes)
      return obstacle.kind == Obstacle::Kind::Effect || obstacle.kind == Obstacle::Kind::TooMany;
    // An exchange that succeeds may leave the word, and then the variable, as it was.
    return exchanges || obstacle.at->getType()->isFloatingPointTy();
  });
}

}  // namespace

void checkIterations(LoopRewrite& rewrite, const analysis::MemoryFacts& memory, Context& context) {
  if (!isLeftOpen(rewrite)) return;
  IterationChecks checks(*rewrite.loop, memory, context);
  rewrite.isChecked = checks.insert();
}

}  // namespace heddle::transform
