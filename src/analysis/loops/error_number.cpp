#include "analysis/loops/error_number.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cerrno>

#include "analysis/library.h"
#include "analysis/underlying_object.h"

namespace heddle::analysis {
namespace {

using llvm::Constant;
using llvm::User;
using llvm::Value;

constexpr std::uint64_t kNanoseconds = 8;  // where a timespec has them
constexpr std::uint64_t kSecond = 1'000'000'000;

bool isInterrupted(const User& comparison) {
  const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&comparison);
  const auto* with =
      compare && compare->isEquality() ? llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(1)) : nullptr;
  return with && with->equalsInt(EINTR);
}

bool onlyAsksForInterruption(const User& user) {
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&user)) {
    const auto* value = llvm::dyn_cast<llvm::ConstantInt>(store->getValueOperand());
    return value && !value->equalsInt(EINTR) && llvm::isa<llvm::CallBase>(store->getPointerOperand());
  }
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&user);
  return load && llvm::all_of(load->users(), [](const User* use) { return isInterrupted(*use); });
}

// Whether a format has "%m", perhaps with a width.
bool hasErrorNumber(llvm::StringRef format) {
  for (std::size_t at = format.find('%'); at != llvm::StringRef::npos; at = format.find('%', at + 1)) {
    at = format.find_first_not_of("-+ #0123456789.*", at + 1);
    if (at == llvm::StringRef::npos) return false;
    if (format[at] == 'm') return true;
  }
  return false;
}

// The same of a call of printf or one of its kin: the format is the last argument
// before those that it is for.
bool mayPrintErrorNumber(const llvm::CallBase& call, const llvm::Function& printf) {
  llvm::StringRef format;
  if (call.getCalledFunction() != &printf || !printf.isVarArg() || printf.arg_empty()) return true;
  return !llvm::getConstantStringInfo(call.getArgOperand(static_cast<unsigned>(printf.arg_size() - 1)), format) ||
         hasErrorNumber(format);
}

bool isErrorNumberPrinted(const llvm::Function& printf) {
  return llvm::any_of(printf.users(), [&](const User* user) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    return !call || mayPrintErrorNumber(*call, printf);
  });
}

bool isErrorNumberRead(const llvm::Module& module) {
  using core::library::ReadsErrno;
  for (const llvm::Function& function : module) {
    ReadsErrno reads = factsOf(function).readsErrno;
    // Those that have no row, but may be called with --allow-external.
    if (function.isDeclaration() && function.getName().contains("printf"))
      reads = std::max(reads, ReadsErrno::InFormat);
    if (reads == ReadsErrno::Always || (reads == ReadsErrno::InFormat && isErrorNumberPrinted(function))) return true;
  }
  const llvm::Function* const location = module.getFunction(core::library::kErrorLocation);
  return location && !llvm::all_of(location->users(), [&](const User* user) {
           const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
           return call && call->getCalledFunction() == location &&
                  llvm::all_of(call->users(), [](const User* use) { return onlyAsksForInterruption(*use); });
         });
}

bool isValid(const Constant* seconds, const Constant* nanoseconds) {
  const auto* s = llvm::dyn_cast_or_null<llvm::ConstantInt>(seconds);
  const auto* n = llvm::dyn_cast_or_null<llvm::ConstantInt>(nanoseconds);
  return s && n && !s->isNegative() && n->getValue().ult(kSecond);
}

bool isValidTime(const Value& pointer) {
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&pointer);
  if (!global || !global->isConstant() || !global->hasDefinitiveInitializer()) return false;
  const Constant& time = *global->getInitializer();
  return isValid(time.getAggregateElement(0u), time.getAggregateElement(1u));
}

// All that is ever written to the variable is a valid time.
bool holdsValidTimes(const Value& pointer, std::uint64_t offset, const llvm::DataLayout& layout) {
  return llvm::all_of(pointer.uses(), [&](const llvm::Use& use) {
    const User* user = use.getUser();
    if (const auto* part = llvm::dyn_cast<llvm::GEPOperator>(user)) {
      llvm::APInt at(layout.getIndexTypeSizeInBits(part->getType()), offset);
      return part->accumulateConstantOffset(layout, at) && holdsValidTimes(*part, at.getZExtValue(), layout);
    }
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      const auto* value = llvm::dyn_cast<llvm::ConstantInt>(store->getValueOperand());
      if (!value || store->getPointerOperand() != &pointer || value->getBitWidth() != 64) return false;
      return offset == kNanoseconds ? value->getValue().ult(kSecond) : offset == 0 && !value->isNegative();
    }
    if (const auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(user))
      return copy->getRawDest() == &pointer && offset == 0 && isValidTime(*copy->getSource());
    if (const auto* fill = llvm::dyn_cast<llvm::MemSetInst>(user)) {
      const auto* with = llvm::dyn_cast<llvm::ConstantInt>(fill->getValue());
      return with && with->isZero();
    }
    if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user)) return intrinsic->isAssumeLikeIntrinsic();
    // One that sleeps, which does not keep it and leaves it as it is.
    const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    const llvm::Function* const callee = call && call->isArgOperand(&use) ? call->getCalledFunction() : nullptr;
    return llvm::isa<llvm::LoadInst>(user) ||
           (callee && callee->isDeclaration() &&
            core::library::factsOf(callee->getName()).inLoop == core::library::InLoop::Sleeps);
  });
}

bool setsOnFailure(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function* const callee = call ? call->getCalledFunction() : nullptr;
  if (!callee || !callee->isDeclaration()) return false;
  const core::library::Facts& facts = core::library::factsOf(callee->getName());
  return facts.inLoop == core::library::InLoop::Sleeps && facts.setsErrnoIfInvalid;
}

// Whether the block is reached only by a branch that asks whether that call has failed.
bool isFailureOf(const llvm::BasicBlock& block, const llvm::Instruction& call) {
  const llvm::BasicBlock* const before = block.getSinglePredecessor();
  const auto* branch = before ? llvm::dyn_cast<llvm::BranchInst>(before->getTerminator()) : nullptr;
  const auto* compare = branch && branch->isConditional() && branch->getSuccessor(0) != branch->getSuccessor(1)
                            ? llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition())
                            : nullptr;
  const auto* with = compare ? llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(1)) : nullptr;
  if (!with || compare->getOperand(0) != &call || !compare->isEquality() || !(with->isMinusOne() || with->isZero()))
    return false;
  const bool isForEqual = branch->getSuccessor(0) == &block;
  const bool isEqual = (compare->getPredicate() == llvm::CmpInst::ICMP_EQ) == isForEqual;
  return isEqual == with->isMinusOne();  // it answers 0 or -1
}

}  // namespace

bool isErrorLocation(const Value& pointer) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&pointer);
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName() == core::library::kErrorLocation;
}

bool isAfterFailedSleep(const llvm::LoadInst& load) {
  if (!isErrorLocation(*load.getPointerOperand())) return false;
  const llvm::BasicBlock* const block = load.getParent();
  const llvm::BasicBlock* const before = block->getSinglePredecessor();
  if (!before) return false;
  const auto changes = [](const llvm::Instruction& instruction) {
    return instruction.mayWriteToMemory() && !isErrorLocation(instruction);
  };
  for (const llvm::Instruction& instruction : *block) {
    if (&instruction == &load) break;
    if (changes(instruction)) return false;
  }
  for (const llvm::Instruction& instruction : llvm::reverse(*before)) {
    if (setsOnFailure(instruction)) return isFailureOf(*block, instruction);
    if (changes(instruction)) return false;
  }
  return false;
}

bool setsErrorNumber(const llvm::CallBase& sleep, const Value& time) {
  if (!isErrorNumberRead(*sleep.getModule()) || isValidTime(time)) return false;
  const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(underlyingObject(&time));
  return variable != &time || !holdsValidTimes(*variable, 0, sleep.getDataLayout());
}

}  // namespace heddle::analysis
