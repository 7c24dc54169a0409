#include "transform/loops/awaits.h"

#include <llvm/IR/Dominators.h>
#include <llvm/Transforms/Utils/Local.h>

#include <bit>

#include "analysis/loops/known_calls.h"
#include "analysis/orders.h"
#include "analysis/value_range.h"
#include "core/hooks.h"
#include "core/update.h"
#include "transform/atomics.h"
#include "transform/loops/confirmation_loops.h"
#include "transform/loops/early_assumes.h"
#include "transform/loops/predicate.h"
#include "transform/loops/purity_assumes.h"
#include "transform/loops/rolled_back_additions.h"
#include "transform/object_names.h"
#include "transform/word_values.h"

namespace heddle::transform {
namespace {

using core::OpKind;
using llvm::Instruction;
using llvm::Value;

// What an access does, as far as waiting is concerned.
struct Access {
  Value* pointer = nullptr;
  llvm::Type* type = nullptr;
  core::Site facts;
};

std::optional<Access> describe(Instruction& instruction) {
  Access access;
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    access = {load->getPointerOperand(), load->getType(), {}};
    access.facts.kind = OpKind::Await;
    access.facts.order = analysis::orderOf(load->getOrdering());
  } else if (auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    access = {rmw->getPointerOperand(), rmw->getType(), {}};
    access.facts.kind = OpKind::Update;
    access.facts.order = analysis::orderOf(rmw->getOrdering());
    access.facts.failOrder = analysis::readPart(access.facts.order);
    access.facts.rule = ruleOf(*rmw);
  } else if (auto* cas = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    access = {cas->getPointerOperand(), cas->getNewValOperand()->getType(), {}};
    access.facts.kind = OpKind::Update;
    access.facts.order = analysis::orderOf(cas->getSuccessOrdering());
    access.facts.failOrder = analysis::orderOf(cas->getFailureOrdering());
    access.facts.rule = &core::rules::kCompareExchange;
    if (isConfirmation(*cas)) access.facts.role = core::LoopRole::Confirm;
  } else {
    return std::nullopt;
  }
  return access;
}

// Whether the access wrote nothing when the assume after it fails.
bool writesNothingWhenFalse(Instruction& access, const llvm::CallInst& assume) {
  if (llvm::isa<llvm::LoadInst>(access) || isPurityAssume(assume)) return true;
  Value* condition = assume.getArgOperand(0);
  analysis::Conjunction fails;
  if (!fails.add(llvm::CmpInst::ICMP_EQ, condition, llvm::Constant::getNullValue(condition->getType()))) return true;
  return llvm::any_of(fails.literals(), [&](const analysis::Literal& literal) {
    if (literal.left != &access) return false;
    if (literal.isAboutAccess()) return literal.predicate == llvm::CmpInst::ICMP_NE;
    auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&access);
    return update && update->getOperation() == llvm::AtomicRMWInst::Xchg &&
           literal.predicate == llvm::CmpInst::ICMP_EQ && literal.right == update->getValOperand();
  });
}

// Whether nothing comes of what the load has found but that the assume holds.
bool onlyWaits(const Instruction& access, const llvm::CallInst& assume) {
  const auto known = analysis::valueRange(*assume.getArgOperand(0));
  if (!llvm::isa<llvm::LoadInst>(access) || !known || known->of != &access) return false;
  return llvm::all_of(access.users(), [&](const llvm::User* user) {
    const auto there = analysis::valueRange(*user);
    return there && there->of == &access && analysis::decided(there->holds, known->holds);
  });
}

class Awaits {
 public:
  Awaits(llvm::Function& function, const SharedMemory& memory, const LoopOptions& options, Context& context)
      : function_(function), memory_(memory), options_(options), context_(context), layout_(function.getDataLayout()) {}

  AssumeSet rewrite() {
    std::vector<Instruction*> accesses;
    for (llvm::BasicBlock& block : function_)
      for (Instruction& instruction : block)
        if (!assumesBehind(instruction).empty()) accesses.push_back(&instruction);
    if (accesses.empty()) return {};
    dominators_.recalculate(function_);
    for (Instruction* access : accesses) rewriteOne(*access);
    return std::move(replaced_);
  }

 private:
  bool canWait(const Instruction& instruction, const Access& access) const {
    if (!fitsWord(access.type, layout_) || memory_.isPrivate(access.pointer)) return false;
    if (instruction.isAtomic()) return true;
    return !options_.plainAccessesRace && !memory_.staysInThread(access.pointer) &&
           memory_.mayTouch(access.pointer, layout_.getTypeStoreSize(access.type), /*write=*/false);
  }

  // Those that nothing visible separates from the access, and nothing that the
  // program would do with another value too and that may fail.
  static std::vector<llvm::CallInst*> assumesBehind(Instruction& access) {
    std::vector<llvm::CallInst*> assumes;
    if (!llvm::isa<llvm::LoadInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(access)) return assumes;
    for (Instruction* next = access.getNextNode(); next && !next->isTerminator(); next = next->getNextNode()) {
      if (analysis::isAssume(*next)) {
        assumes.push_back(llvm::cast<llvm::CallInst>(next));
      } else if (isObserved(*next)) {
        break;
      }
    }
    return assumes;
  }

  void rewriteOne(Instruction& instruction) {
    auto access = describe(instruction);
    if (!access || !canWait(instruction, *access)) return;
    Predicate predicate(instruction, dominators_);
    std::vector<llvm::CallInst*> used;
    core::Site& facts = access->facts;
    facts.isExact = true;
    const std::vector<llvm::CallInst*> assumes = assumesBehind(instruction);
    // Who waits for both kinds at once could not say whether it spins for ever or was stopped by the user's.
    const bool hasUsers = !llvm::all_of(assumes, [](const llvm::CallInst* assume) { return isPurityAssume(*assume); });
    for (llvm::CallInst* assume : assumes) {
      // Also one that stays: it may stop the thread before it comes to those after it.
      facts.isExact = facts.isExact && isExactAssume(*assume);
      if (mayHideRace(*assume) || (hasUsers && isPurityAssume(*assume))) continue;
      if (!writesNothingWhenFalse(instruction, *assume)) continue;
      if (!predicate.require(assume->getArgOperand(0))) continue;
      used.push_back(assume);
      if (isPurityAssume(*assume))
        facts.loop = loopOf(*assume);
      else
        facts.assumes = true;
      if (isOfRolledBack(*assume)) facts.role = core::LoopRole::RolledBack;
      facts.assumes |= isOfRolledBack(*assume) && mayBeStopped(*assume);
    }
    if (used.empty()) return;
    facts.size = static_cast<std::uint8_t>(layout_.getTypeStoreSize(access->type).getFixedValue());
    sourceObject(access->pointer, facts.size).describe(facts, context_.types);
    facts.condition = predicate.outline(core::hooks::kCondition)->getName().str();
    if (facts.kind == OpKind::Await && used.size() == 1 && onlyWaits(instruction, *used.front()))
      facts.role = core::LoopRole::Wait;
    replace(instruction, *access, predicate.words());
    for (llvm::CallInst* assume : used) remove(*assume);
  }

  void replace(Instruction& instruction, Access& access, const std::array<Value*, kOpWords>& words) {
    llvm::IRBuilder<> builder(&instruction);
    llvm::SmallVector<Value*, 6> arguments{access.pointer, context_.site(instruction, std::move(access.facts))};
    for (Value* word : words) arguments.push_back(word ? toWord(builder, word, layout_) : builder.getInt64(0));
    Value* found = fromWord(builder, builder.CreateCall(context_.symbols.await, arguments), access.type, layout_);
    found->takeName(&instruction);
    if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
      Value* same = builder.CreateICmpEQ(found, exchange->getCompareOperand());
      Value* pair = builder.CreateInsertValue(llvm::PoisonValue::get(exchange->getType()), found, 0);
      found = builder.CreateInsertValue(pair, same, 1);
    }
    instruction.replaceAllUsesWith(found);
    instruction.eraseFromParent();
  }

  // It holds now whenever control comes by.
  void remove(llvm::CallInst& assume) {
    Value* condition = assume.getArgOperand(0);
    replaced_.insert(&assume);
    assume.eraseFromParent();
    llvm::RecursivelyDeleteTriviallyDeadInstructions(condition);
  }

  llvm::Function& function_;
  const SharedMemory& memory_;
  const LoopOptions& options_;
  Context& context_;
  const llvm::DataLayout& layout_;
  llvm::DominatorTree dominators_;
  AssumeSet replaced_;
};

}  // namespace

AssumeSet makeAwaits(llvm::Function& function, const SharedMemory& memory, const LoopOptions& options,
                     Context& context) {
  return Awaits(function, memory, options, context).rewrite();
}

}  // namespace heddle::transform
