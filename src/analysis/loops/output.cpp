#include "analysis/loops/output.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "analysis/instructions.h"
#include "analysis/loops/known_calls.h"
#include "analysis/program_calls.h"
#include "analysis/program_memory.h"
#include "core/library.h"

namespace heddle::analysis {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::User;
using llvm::Value;

bool isConstantText(const Value& value) {
  llvm::StringRef text;
  return llvm::getConstantStringInfo(&value, text, /*TrimAtNul=*/true);
}

// A number, or text that nobody can write.
bool isHarmless(const Value& argument) {
  return argument.getType()->isIntegerTy() || argument.getType()->isFloatingPointTy() || isConstantText(argument) ||
         isStandardStream(argument);
}

// Whether a format asks for numbers only.
bool isAboutNumbers(const Value& format) {
  llvm::StringRef text;
  if (!llvm::getConstantStringInfo(&format, text)) return false;
  while (text.contains('%')) {
    text = text.split('%').second.ltrim("0123456789$ #+-'.*hlLqjzt");
    if (text.empty() || !llvm::StringRef("diouxXcfFeEgGaA%").contains(text.front())) return false;
    text = text.drop_front(1);
  }
  return true;
}

bool printsNumbers(const llvm::CallBase& call, const core::library::Facts& facts) {
  return facts.effect == core::library::Effect::Prints && call.arg_size() > facts.format &&
         isAboutNumbers(*call.getArgOperand(facts.format));
}

bool isPrinting(const llvm::CallBase& call) {
  const llvm::Function* const callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration() || callee->isIntrinsic() || !llvm::isa<llvm::CallInst>(call)) return false;
  if (!llvm::all_of(call.args(), [](const llvm::Use& use) { return isHarmless(*use.get()); })) return false;
  const core::library::Facts& facts = core::library::factsOf(callee->getName());
  return facts.printsText || printsNumbers(call, facts);
}

// Follows a value to all that depends on it.
class Flow {
 public:
  enum class Accesses { Any, Plain, Atomic, None };
  explicit Flow(Accesses accesses = Accesses::Any) : accesses_(accesses) {}

  // Whether all that was followed leads to output.
  bool isOutput() {
    while (!open_.empty() && !isUsed_) followUses(*open_.pop_back_val());
    return !isUsed_;
  }

  void follow(const Value& value) {
    if (seen_.insert(&value).second) open_.push_back(&value);
  }
  void followOutside(const Value& value, const llvm::Loop& loop) {
    for (const llvm::Use& use : value.uses())
      if (const auto* user = llvm::dyn_cast<Instruction>(use.getUser()); !user || !loop.contains(user->getParent()))
        followUse(use);
  }

  // What is found in the bytes of the global variable.
  void followLoads(const llvm::GlobalVariable& global, std::uint64_t offset, std::uint64_t bytes) {
    if (accesses_ == Accesses::None || !global.hasLocalLinkage() || global.isThreadLocal()) return use();
    if (words_.insert({&global, offset})) followLoads(global, global, 0, offset, bytes);
  }

 private:
  void use() { isUsed_ = true; }

  void followUses(const Value& value) {
    for (const llvm::Use& use : value.uses()) followUse(use);
  }

  void followUse(const llvm::Use& where) {
    const auto* user = llvm::dyn_cast<Instruction>(where.getUser());
    if (!user) return use();
    if (llvm::isa<llvm::PHINode, llvm::SelectInst, llvm::CmpInst, llvm::FreezeInst, llvm::UnaryOperator>(user) ||
        (llvm::isa<llvm::BinaryOperator>(user) && !divisionMayFail(*user)) ||
        (llvm::isa<llvm::CastInst>(user) && !user->getType()->isPointerTy()))
      return follow(*user);
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) return followWrite(*store, where);
    if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(user)) return followWrite(*update, where);
    if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(user)) return followBranch(*branch);
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(user)) return followCall(*call, where);
    if (const auto* end = llvm::dyn_cast<llvm::ReturnInst>(user)) return followReturn(*end->getFunction());
    use();
  }

  void followWrite(const Instruction& write, const llvm::Use& where) {
    const TouchedWord word = touchedWord(write);
    if (word.pointer == where.get() || write.isVolatile()) return use();
    llvm::APInt offset(64, 0);
    const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(
        word.pointer->stripAndAccumulateConstantOffsets(write.getDataLayout(), offset, /*AllowNonInbounds=*/false));
    if (!global) return use();
    followLoads(*global, offset.getZExtValue(), word.bytes);
  }

  // All accesses to the variable are seen: nobody has its address.
  void followLoads(const llvm::GlobalVariable& global, const Value& pointer, std::uint64_t at, std::uint64_t offset,
                   std::uint64_t bytes) {
    for (const llvm::Use& use : pointer.uses()) {
      const User* user = use.getUser();
      if (const auto* part = llvm::dyn_cast<llvm::GEPOperator>(user)) {
        llvm::APInt to(64, at);
        if (!part->accumulateConstantOffset(global.getDataLayout(), to)) return this->use();
        followLoads(global, *part, to.getZExtValue(), offset, bytes);
        continue;
      }
      const auto* access = llvm::dyn_cast<Instruction>(user);
      const TouchedWord word = access ? touchedWord(*access) : TouchedWord{};
      if (word.pointer != &pointer || llvm::count(access->operand_values(), &pointer) != 1) return this->use();
      if (access->isVolatile()) return this->use();
      if (at + word.bytes <= offset || offset + bytes <= at) continue;
      if (at != offset || word.bytes != bytes || llvm::isa<llvm::AtomicCmpXchgInst>(access)) return this->use();
      if (accesses_ != Accesses::Any && access->isAtomic() != (accesses_ == Accesses::Atomic)) return this->use();
      if (!llvm::isa<llvm::StoreInst>(access)) follow(*access);
    }
  }

  // If all that it decides on is what is printed.
  void followBranch(const llvm::BranchInst& branch) {
    const BasicBlock& block = *branch.getParent();
    const llvm::PostDominatorTree after(const_cast<llvm::Function&>(*block.getParent()));
    const auto* node = after.getNode(&block);
    const BasicBlock* const end = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    if (!end) return use();
    llvm::SmallSetVector<const BasicBlock*, 8> between;
    for (const BasicBlock* next : llvm::successors(&block))
      if (next != end) between.insert(next);
    for (std::size_t i = 0; i < between.size(); ++i)
      for (const BasicBlock* next : llvm::successors(between[i]))
        if (next != end) between.insert(next);
    if (between.contains(&block) || between.contains(end)) return use();
    for (const BasicBlock* one : between) {
      // Where a loop is, it could be one without end.
      if (!llvm::all_of(llvm::predecessors(one),
                        [&](const BasicBlock* b) { return b == &block || between.contains(b); }))
        return use();
      for (const Instruction& instruction : *one)
        if (!isWithoutEffect(instruction)) return use();
    }
    if (hasCycle(between)) return use();
    for (const llvm::PHINode& phi : end->phis()) follow(phi);
  }

  static bool hasCycle(const llvm::SmallSetVector<const BasicBlock*, 8>& blocks) {
    // Blocks are taken away from which nothing in the rest comes back.
    llvm::SmallPtrSet<const BasicBlock*, 8> left(blocks.begin(), blocks.end());
    for (bool goesOn = true; goesOn;) {
      goesOn = false;
      for (const BasicBlock* block : blocks) {
        if (!left.contains(block)) continue;
        if (llvm::any_of(llvm::successors(block), [&](const BasicBlock* next) { return left.contains(next); }))
          continue;
        left.erase(block);
        goesOn = true;
      }
    }
    return !left.empty();
  }

  bool isWithoutEffect(const Instruction& instruction) {
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(call);
      if (intrinsic) return intrinsic->isAssumeLikeIntrinsic();
      if (isPrinting(*call)) follow(instruction);
      return isPrinting(*call) || takesOnlyTime(*call);
    }
    if (llvm::isa<llvm::LoadInst>(instruction)) return isStandardStream(instruction);
    if (instruction.isTerminator()) return llvm::isa<llvm::BranchInst>(instruction);
    return !instruction.mayReadOrWriteMemory() && !instruction.mayThrow() && !divisionMayFail(instruction) &&
           !llvm::isa<llvm::AllocaInst>(instruction);
  }

  void followCall(const llvm::CallBase& call, const llvm::Use& where) {
    if (!call.isArgOperand(&where)) return use();
    if (takesOnlyTime(call)) return;
    if (isPrinting(call)) return follow(call);
    const llvm::Function* const callee = call.getCalledFunction();
    const unsigned argument = call.getArgOperandNo(&where);
    if (!callee || callee->isDeclaration() || argument >= callee->arg_size()) return use();
    follow(*callee->getArg(argument));
  }

  void followReturn(const llvm::Function& function) {
    if (!function.hasLocalLinkage()) return use();
    for (const llvm::Use& where : function.uses()) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(where.getUser());
      if (!call || !call->isCallee(&where)) return use();
      follow(*call);
    }
  }

  const Accesses accesses_;  // that a variable may have
  llvm::SmallPtrSet<const Value*, 16> seen_;
  llvm::SmallVector<const Value*, 16> open_;
  llvm::SmallSetVector<std::pair<const llvm::GlobalVariable*, std::uint64_t>, 4> words_;
  bool isUsed_ = false;
};

}  // namespace

bool isStandardStream(const Value& stream) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&stream);
  const auto* global = load ? llvm::dyn_cast<llvm::GlobalVariable>(load->getPointerOperand()) : nullptr;
  return global && global->isDeclaration() && core::library::factsOf(global->getName()).isStandardOutput;
}

bool onlyPrints(const llvm::CallBase& call) {
  if (!isPrinting(call)) return false;
  Flow flow;
  flow.follow(call);
  return flow.isOutput();
}

bool onlyReachesOutput(const Instruction& value, const llvm::Loop& loop, bool hasStatistics) {
  Flow flow(hasStatistics ? Flow::Accesses::Any : Flow::Accesses::None);
  flow.followOutside(value, loop);
  return flow.isOutput();
}

bool writesStatistic(const Instruction& instruction) {
  if (!llvm::isa<llvm::StoreInst, llvm::AtomicRMWInst>(instruction)) return false;
  if (llvm::isa<llvm::StoreInst>(instruction) && instruction.isAtomic()) return false;
  const TouchedWord word = touchedWord(instruction);
  llvm::APInt offset(64, 0);
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(
      word.pointer->stripAndAccumulateConstantOffsets(instruction.getDataLayout(), offset, /*AllowNonInbounds=*/false));
  if (!global) return false;
  Flow flow(instruction.isAtomic() ? Flow::Accesses::Atomic : Flow::Accesses::Plain);
  flow.followLoads(*global, offset.getZExtValue(), word.bytes);
  return flow.isOutput();
}

}  // namespace heddle::analysis
