#include "analysis/loops/effects.h"

#include <llvm/IR/IntrinsicInst.h>

#include "analysis/instructions.h"
#include "analysis/loops/calls.h"
#include "analysis/loops/known_calls.h"
#include "analysis/loops/output.h"
#include "analysis/loops/repeated_stores.h"
#include "analysis/loops/scratch_memory.h"
#include "analysis/program_memory.h"
#include "analysis/underlying_object.h"

namespace heddle::analysis {
namespace {

using Kind = Effect::Kind;

constexpr Effect kNothing{};
constexpr Effect kMayFail{.mayFail = true};
constexpr Effect kAlways{.kind = Kind::Always, .mayFail = true};

// Nobody uses the variable other than by atomic accesses to all or parts of it.
bool isOnlyAtomic(const llvm::Value& pointer) {
  for (const llvm::Use& use : pointer.uses()) {
    const llvm::User* user = use.getUser();
    if (llvm::isa<llvm::GEPOperator>(user)) {
      if (!isOnlyAtomic(*user)) return false;
    } else if (const auto* access = llvm::dyn_cast<llvm::Instruction>(user)) {
      const llvm::Value* accessed = llvm::getPointerOperand(access);
      if (const auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(access)) accessed = rmw->getPointerOperand();
      if (const auto* cas = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(access)) accessed = cas->getPointerOperand();
      if (!access->isAtomic() || accessed != &pointer) return false;
      if (llvm::count(access->operand_values(), &pointer) != 1) return false;
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace

Effect LoopEffects::of(llvm::Instruction& instruction) {
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    return {.mayFail = !isStandardStream(*load) && mayFail(*load, load->getPointerOperand(), load->getType())};
  }
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    return isRepeated(*store, loop_, memory_) || (memory_.hasStatistics && writesStatistic(*store))
               ? kMayFail
               : ofWrite(store->getPointerOperand());
  }
  if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) return ofUpdate(*update);
  if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    return {Kind::Guarded,
            {llvm::CmpInst::ICMP_NE, exchange, nullptr},
            mayFail(*exchange, exchange->getPointerOperand(), exchange->getNewValOperand()->getType())};
  }
  if (llvm::isa<llvm::FenceInst>(instruction)) return kNothing;
  if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return ofCall(*call);
  if (!touchesNoMemory(instruction)) return kAlways;
  return {.mayFail = divisionMayFail(instruction)};
}

Effect LoopEffects::ofUpdate(llvm::AtomicRMWInst& update) {
  using Rmw = llvm::AtomicRMWInst;
  if (memory_.hasStatistics && writesStatistic(update)) return kMayFail;
  llvm::Value* operand = update.getValOperand();
  const bool fails = mayFail(update, update.getPointerOperand(), update.getType());
  const bool isExchange = update.getOperation() == Rmw::Xchg;
  if (!update.getType()->isIntegerTy() && !(isExchange && update.getType()->isPointerTy())) return kAlways;
  const auto equal = [&](llvm::Value* left, llvm::Value* right) {
    return Effect{Kind::Guarded, {llvm::CmpInst::ICMP_EQ, left, right}, fails};
  };
  switch (update.getOperation()) {
    case Rmw::Xchg: return equal(&update, operand);
    case Rmw::Add:
    case Rmw::Sub:
    case Rmw::Xor: return equal(operand, llvm::ConstantInt::get(operand->getType(), 0));
    case Rmw::And:
    case Rmw::Or:
    case Rmw::Max:
    case Rmw::Min:
    case Rmw::UMax:
    case Rmw::UMin: return equal(&update, nullptr);
    default: return kAlways;
  }
}

Effect LoopEffects::ofCall(llvm::CallBase& call) {
  if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) {
    if (intrinsic->isAssumeLikeIntrinsic()) return kNothing;
    if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(intrinsic)) {
      Effect effect = ofWrite(copy->getDest());
      effect.mayFail |= !memory_.isPrivate(copy->getSource()) && !copiesConstant(*copy);
      return effect;
    }
    if (auto* fill = llvm::dyn_cast<llvm::MemSetInst>(intrinsic)) return ofWrite(fill->getDest());
    return touchesNoMemory(call) && call.willReturn() ? kNothing : kAlways;
  }
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee || !llvm::isa<llvm::CallInst>(call)) return kAlways;
  if (!callee->isDeclaration()) return isPureFunction(*callee) ? kMayFail : kAlways;
  if (isChoice(*callee) || isDelay(call, memory_)) return kNothing;
  if (sleepsFor(call)) return kMayFail;
  if (isAssume(call)) return ofAssume(call);
  if (isIterationCheck(*callee)) return kNothing;
  if (isTry(*callee) && call.getType()->isIntegerTy()) {
    return {Kind::Guarded, {llvm::CmpInst::ICMP_NE, &call, llvm::ConstantInt::get(call.getType(), 0)}, true};
  }
  return kAlways;
}

// Nobody comes back to the header who is stopped here.
Effect LoopEffects::ofAssume(const llvm::CallBase& call) {
  llvm::Value* condition = call.getArgOperand(0);
  if (isPureIteration(call) || !condition->getType()->isIntegerTy()) return kNothing;
  return {Kind::Guarded, {llvm::CmpInst::ICMP_NE, condition, llvm::ConstantInt::get(condition->getType(), 0)}, false};
}

Effect LoopEffects::ofWrite(const llvm::Value* pointer) { return isScratch(pointer) ? kNothing : kAlways; }

// Private memory whose contents do not live from one iteration to the next.
bool LoopEffects::isScratch(const llvm::Value* pointer) {
  if (!memory_.isPrivate(pointer)) return false;
  const auto* object = llvm::dyn_cast<llvm::AllocaInst>(underlyingObject(pointer));
  if (!object) return false;
  const auto [entry, isNew] = scratch_.try_emplace(object, false);
  if (isNew) entry->second = !isLiveAt(*loop_.getHeader(), *object);
  return entry->second;
}

bool LoopEffects::mayFail(const llvm::Instruction& access, const llvm::Value* pointer, llvm::Type* type) const {
  if (memory_.isPrivate(pointer)) return false;
  const llvm::DataLayout& layout = access.getDataLayout();
  llvm::APInt offset(64, 0);
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(
      pointer->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true));
  if (!global || global->isDeclaration() || global->isThreadLocal()) return true;
  const std::uint64_t size = layout.getTypeAllocSize(global->getValueType());
  const std::uint64_t bytes = layout.getTypeStoreSize(type);
  if (bytes > size || offset.ugt(size - bytes)) return true;
  const llvm::Align alignment = llvm::commonAlignment(global->getPointerAlignment(layout), offset.getZExtValue());
  if (access.isAtomic() && alignment.value() < bytes) return true;
  if (global->isConstant()) return mayWrite(access);
  if (!memory_.plainAccessesRace) return false;
  return !access.isAtomic() || !isOnlyAtomic(*global);
}

}  // namespace heddle::analysis
