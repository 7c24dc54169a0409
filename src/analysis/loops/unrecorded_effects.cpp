#include "analysis/loops/unrecorded_effects.h"

#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include "analysis/loops/calls.h"
#include "analysis/loops/delays.h"
#include "analysis/loops/known_calls.h"
#include "analysis/loops/scratch_memory.h"
#include "analysis/underlying_object.h"

namespace heddle::analysis {
namespace {

constexpr std::uint64_t kMostBytes = 64;  // of private memory, compared in each iteration

class Collector {
 public:
  Collector(const llvm::Loop& loop, const MemoryFacts& memory) : loop_(loop), memory_(memory), delays_(loop, memory) {}

  UnrecordedEffects collect() {
    for (const llvm::BasicBlock* block : loop_.blocks())
      for (const llvm::Instruction& instruction : *block)
        if (!delays_.isIdle(instruction) && !isSeen(instruction)) effects_.unseen.insert(block);
    return std::move(effects_);
  }

 private:
  bool isSeen(const llvm::Instruction& instruction) {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      return isSeenWrite(instruction, store->getPointerOperand());
    }
    if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
      return isSeenWrite(instruction, update->getPointerOperand());
    }
    if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
      return isSeenWrite(instruction, exchange->getPointerOperand());
    }
    if (llvm::isa<llvm::LoadInst, llvm::FenceInst>(instruction)) return true;
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return isSeenCall(*call);
    return !instruction.mayReadOrWriteMemory() && !instruction.mayThrow() && !llvm::isa<llvm::AllocaInst>(instruction);
  }

  bool isSeenWrite(const llvm::Instruction& access, const llvm::Value* pointer) {
    return memory_.isPrivate(pointer) ? canCompare(pointer) : access.isAtomic();
  }

  bool isSeenCall(const llvm::CallBase& call) {
    if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) {
      if (intrinsic->isAssumeLikeIntrinsic()) return true;
      if (const auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(intrinsic)) {
        return memory_.isPrivate(memory->getDest()) && canCompare(memory->getDest());
      }
      return !call.mayReadOrWriteMemory() && call.willReturn();
    }
    const llvm::Function* callee = call.getCalledFunction();
    if (!callee || !llvm::isa<llvm::CallInst>(call)) return false;
    return callee->isDeclaration() ? isKnownByEvents(call) || isAssume(call) : leavesOnlyEvents(*callee);
  }

  // Memory that does not live on, or is small enough to be compared.
  bool canCompare(const llvm::Value* pointer) {
    auto* object = const_cast<llvm::AllocaInst*>(llvm::dyn_cast<llvm::AllocaInst>(underlyingObject(pointer)));
    if (!object) return false;
    if (effects_.objects.contains(object) || !isLiveAt(*loop_.getHeader(), *object)) return true;
    const auto size = object->getAllocationSize(object->getDataLayout());
    if (!object->isStaticAlloca() || !size || size->isScalable()) return false;
    bytes_ += size->getFixedValue();
    if (bytes_ > kMostBytes) return false;
    effects_.objects.insert(object);
    return true;
  }

  const llvm::Loop& loop_;
  const MemoryFacts& memory_;
  const Delays delays_;
  UnrecordedEffects effects_;
  std::uint64_t bytes_ = 0;
};

}  // namespace

UnrecordedEffects unrecordedEffects(const llvm::Loop& loop, const MemoryFacts& memory) {
  return Collector(loop, memory).collect();
}

bool isMoved(const llvm::Value& next, const llvm::PHINode& now) {
  using namespace llvm::PatternMatch;
  const llvm::APInt* by = nullptr;
  const llvm::APInt* size = nullptr;
  const auto back = m_Sub(m_Specific(&now), m_APInt(by));
  const auto further = m_Add(m_Specific(&now), m_APInt(by));
  if (match(&next, m_CombineOr(further, back))) return !by->isZero();
  if (match(&next, m_And(m_CombineOr(further, back), m_LowBitMask(size)))) return by->intersects(*size);
  if (!match(&next, m_CombineOr(m_URem(further, m_APInt(size)), m_SRem(further, m_APInt(size))))) return false;
  // What is left is smaller than the size, and one step further nothing overflows.
  return by->isStrictlyPositive() && by->slt(*size) && size->getActiveBits() + 1 < size->getBitWidth();
}

}  // namespace heddle::analysis
