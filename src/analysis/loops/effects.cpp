#include "analysis/loops/effects.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <array>
#include <ctime>

#include "analysis/loops/error_number.h"
#include "analysis/loops/output.h"
#include "analysis/loops/repeated_stores.h"
#include "analysis/loops/scratch_memory.h"
#include "analysis/program_memory.h"
#include "analysis/underlying_object.h"
#include "core/hooks.h"

namespace heddle::analysis {
namespace {

using Kind = Effect::Kind;
using llvm::StringLiteral;

// Library functions that change nothing, ever. Who sleeps sees more time gone
// by if it looks at a clock; no program should care how much.
constexpr std::array<StringLiteral, 11> kPure{
    "sched_yield",
    "pthread_yield",
    "thrd_yield",
    core::hooks::kYield,
    "sleep",
    "usleep",
    "_ZNSt11this_thread11__sleep_forENSt6chrono8durationIlSt5ratioILl1ELl1EEEENS1_IlS2_ILl1ELl1000000000EEEE",
    "pthread_self",
    "thrd_current",
    "_ZNSt6thread20hardware_concurrencyEv",
    "__errno_location"};
// The same, for as long as the argument points to.
struct TimedSleep {
  StringLiteral name;
  unsigned time;
  bool hasErrno;  // says there that the time is not valid
};
constexpr std::array<TimedSleep, 3> kSleep{
    {{"nanosleep", 0, true}, {"thrd_sleep", 0, true}, {"clock_nanosleep", 2, false}}};
// They choose a value; that is all.
constexpr StringLiteral kNondet = "__VERIFIER_nondet_";
constexpr StringLiteral kChoose = "heddle_choose";
// They change nothing when they answer something other than 0.
constexpr std::array<StringLiteral, 2> kTry{"pthread_mutex_trylock", "pthread_spin_trylock"};

// What they do are accesses to the word of a lock, or the ends of a step that
// holds others.
constexpr std::array<StringLiteral, 12> kByEvents{
    core::hooks::kLockAll,   "pthread_mutex_lock",        "pthread_mutex_unlock",       "pthread_mutex_trylock",
    "pthread_spin_lock",     "pthread_spin_unlock",       "pthread_spin_trylock",       "__VERIFIER_atomic_begin",
    "__VERIFIER_atomic_end", core::hooks::kPureIteration, core::hooks::kIterationBegin, core::hooks::kIterationEnd};

// What is inserted around iterations of inner loops (transform/loops/iteration_checks.h).
constexpr std::array<StringLiteral, 2> kChecks{core::hooks::kIterationBegin, core::hooks::kIterationEnd};

constexpr Effect kNothing{};
constexpr Effect kMayFail{.mayFail = true};
constexpr Effect kAlways{.kind = Kind::Always, .mayFail = true};

const llvm::Function* externalCallee(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->isDeclaration() ? callee : nullptr;
}

bool isChoice(const llvm::Function& callee) {
  return callee.getName().starts_with(kNondet) || callee.getName() == kChoose;
}

bool touchesNoMemory(const llvm::Instruction& instruction) {
  return !instruction.mayReadOrWriteMemory() && !instruction.mayThrow() && !llvm::isa<llvm::AllocaInst>(instruction);
}

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

// Stores to the function's own variables die with them.
bool isOwnVariable(const llvm::Value* pointer) {
  const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(underlyingObject(pointer));
  return alloca && !llvm::PointerMayBeCaptured(alloca, /*ReturnCaptures=*/true, /*StoreCaptures=*/true);
}

using FunctionSet = llvm::SmallPtrSet<const llvm::Function*, 8>;

// Which effects are asked about: any, or those that are no events.
enum class Asked { Any, NoEvents };

// Where a call that sleeps, and does nothing else, finds for how long.
const llvm::Value* sleepsFor(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration()) return nullptr;
  for (const TimedSleep& sleep : kSleep) {
    if (callee->getName() != sleep.name || sleep.time >= call.arg_size()) continue;
    const llvm::Value* const time = call.getArgOperand(sleep.time);
    return sleep.hasErrno && setsErrorNumber(call, *time) ? nullptr : time;
  }
  return nullptr;
}

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
  return llvm::is_contained(kPure, callee->getName()) || sleepsFor(*call) || isAssume(instruction) || onlyPrints(*call);
}

bool isPureBody(const llvm::Function& function, FunctionSet& open, Asked asked) {
  if (function.isDeclaration()) return false;
  if (!open.insert(&function).second) return asked == Asked::NoEvents;  // what it does is looked at already
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

bool takesOnlyTime(const llvm::CallBase& call) {
  const llvm::Function* callee = externalCallee(call);
  return callee && llvm::is_contained(kPure, callee->getName());
}

bool isOwnErrorNumber(const llvm::LoadInst& load) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(load.getPointerOperand());
  const llvm::Function* callee = call ? externalCallee(*call) : nullptr;
  return callee && callee->getName() == "__errno_location";
}

bool divisionMayFail(const llvm::Instruction& instruction) {
  const auto* division = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
  if (!division || !division->isIntDivRem()) return false;
  const auto* divisor = llvm::dyn_cast<llvm::ConstantInt>(division->getOperand(1));
  return !divisor || divisor->isZero() || divisor->isMinusOne();
}

bool copiesConstant(const llvm::MemTransferInst& copy) {
  const auto* source = llvm::dyn_cast<llvm::GlobalVariable>(copy.getRawSource());
  const auto* bytes = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
  return source && bytes && source->isConstant() && source->hasInitializer() &&
         bytes->getValue().ule(source->getDataLayout().getTypeAllocSize(source->getValueType()));
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
  return llvm::is_contained(kByEvents, callee.getName()) || llvm::is_contained(kPure, callee.getName()) ||
         isChoice(callee) || sleepsFor(external) || onlyPrints(external);
}

bool isAssume(const llvm::Instruction& instruction) {
  const llvm::Function* callee = externalCallee(instruction);
  if (!callee || callee->arg_size() == 0) return false;
  return callee->getName() == "heddle_assume" || callee->getName() == "__VERIFIER_assume" ||
         isPureIteration(instruction);
}

bool isPureIteration(const llvm::Instruction& instruction) {
  const llvm::Function* callee = externalCallee(instruction);
  return callee && callee->getName() == core::hooks::kPureIteration;
}

bool readsOutside(const llvm::Instruction& instruction, const MemoryFacts& memory) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    return !memory.isPrivate(load->getPointerOperand()) && !isOwnErrorNumber(*load) && !isStandardStream(*load);
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
  if (llvm::is_contained(kPure, callee->getName()) || isChoice(*callee)) return kNothing;
  if (const llvm::Value* time = sleepsFor(call)) return isKnownTime(*time, memory_) ? kNothing : kMayFail;
  if (onlyPrints(call)) return kNothing;
  if (isAssume(call)) return ofAssume(call);
  if (llvm::is_contained(kChecks, callee->getName())) return kNothing;
  if (llvm::is_contained(kTry, callee->getName()) && call.getType()->isIntegerTy()) {
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

// Private memory whose contents do not live from one round to the next.
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
