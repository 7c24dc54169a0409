#include "analysis/loops/calls.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <ctime>

#include "analysis/instructions.h"
#include "analysis/loops/error_number.h"
#include "analysis/loops/known_calls.h"
#include "analysis/loops/output.h"
#include "analysis/underlying_object.h"

namespace heddle::analysis {
namespace {

// Stores to the function's own variables die with them.
bool isOwnVariable(const llvm::Value* pointer) {
  const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(underlyingObject(pointer));
  return alloca && !llvm::PointerMayBeCaptured(alloca, /*ReturnCaptures=*/true, /*StoreCaptures=*/true);
}

using FunctionSet = llvm::SmallPtrSet<const llvm::Function*, 8>;

// Which effects are asked about: any, or those that are no events.
enum class Asked { Any, NoEvents };

// Nothing can go wrong with reading it.
bool isKnownTime(const llvm::Value& time, const MemoryFacts& memory) {
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&time);
  const bool isConstant = global && global->isConstant() && global->hasInitializer();
  return memory.isPrivate(&time) ||
         (isConstant && global->getDataLayout().getTypeAllocSize(global->getValueType()) >= sizeof(timespec));
}

bool isPureBody(const llvm::Function& function, FunctionSet& open, Asked asked);

bool isPureInside(const llvm::Instruction& instruction, FunctionSet& open, Asked asked) {
  if (asked == Asked::NoEvents && instruction.isAtomic()) return true;
  if (llvm::isa<llvm::LoadInst, llvm::FenceInst, llvm::AllocaInst>(instruction)) return true;
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return isOwnVariable(store->getPointerOperand());
  if (const auto* copy = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) return isOwnVariable(copy->getDest());
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      intrinsic && intrinsic->isAssumeLikeIntrinsic()) {
    return true;
  }
  if (touchesNoMemory(instruction)) return true;
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  if (!callee) return false;
  if (!callee->isDeclaration()) return isPureBody(*callee, open, asked);
  if (asked == Asked::NoEvents && isKnownByEvents(*call)) return true;
  return takesOnlyTime(*call) || sleepsFor(*call) || isAssume(instruction) || onlyPrints(*call);
}

bool isPureBody(const llvm::Function& function, FunctionSet& open, Asked asked) {
  if (function.isDeclaration()) return false;
  if (!open.insert(&function).second) return asked == Asked::NoEvents;  // what it does is being examined already
  const bool isPure = llvm::all_of(llvm::instructions(function), [&](const llvm::Instruction& instruction) {
    return isPureInside(instruction, open, asked);
  });
  open.erase(&function);
  return isPure;
}

}  // namespace

bool isDelay(const llvm::CallBase& call, const MemoryFacts& memory) {
  if (const llvm::Value* time = sleepsFor(call)) return isKnownTime(*time, memory);
  return takesOnlyTime(call) || onlyPrints(call);
}

bool isPureFunction(const llvm::Function& function) {
  FunctionSet open;
  return isPureBody(function, open, Asked::Any);
}

bool leavesOnlyEvents(const llvm::Function& function) {
  FunctionSet open;
  return isPureBody(function, open, Asked::NoEvents);
}

bool isKnownByEvents(const llvm::CallBase& external) {
  const llvm::Function& callee = *external.getCalledFunction();
  return isEvents(callee) || takesOnlyTime(external) || isChoice(callee) || sleepsFor(external) || onlyPrints(external);
}

bool readsOutside(const llvm::Instruction& instruction, const MemoryFacts& memory) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    return !memory.isPrivate(load->getPointerOperand()) && !isErrorLocation(*load->getPointerOperand()) &&
           !isStandardStream(*load);
  }
  if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction); copy && copiesConstant(*copy))
    return false;
  if (const llvm::Function* callee = externalCallee(instruction)) {
    if (isAssume(instruction) || callee->isIntrinsic())
      return instruction.mayReadFromMemory() && !isAssume(instruction);
    return isChoice(*callee) || !isDelay(llvm::cast<llvm::CallBase>(instruction), memory);
  }
  return instruction.mayReadFromMemory() && !llvm::isa<llvm::FenceInst>(instruction);
}

}  // namespace heddle::analysis
