#include "transform/atomics.h"

#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "analysis/loops/repeated_stores.h"
#include "analysis/orders.h"
#include "core/update.h"
#include "transform/loops/confirmation_loops.h"
#include "transform/object_names.h"
#include "transform/word_values.h"

namespace heddle::transform {

using core::OpKind;

const core::UpdateRule* ruleOf(const llvm::AtomicRMWInst& rmw) {
  namespace rules = core::rules;
  using Rmw = llvm::AtomicRMWInst;
  const bool floating = rmw.getType()->isFloatTy() || rmw.getType()->isDoubleTy();
  switch (rmw.getOperation()) {
    case Rmw::Xchg: return &rules::kExchange;
    case Rmw::Add: return &rules::kAdd;
    case Rmw::Sub: return &rules::kSub;
    case Rmw::And: return &rules::kAnd;
    case Rmw::Nand: return &rules::kNand;
    case Rmw::Or: return &rules::kOr;
    case Rmw::Xor: return &rules::kXor;
    case Rmw::Max: return &rules::kMax;
    case Rmw::Min: return &rules::kMin;
    case Rmw::UMax: return &rules::kUMax;
    case Rmw::UMin: return &rules::kUMin;
    case Rmw::UIncWrap: return &rules::kUIncWrap;
    case Rmw::UDecWrap: return &rules::kUDecWrap;
    case Rmw::FAdd: return floating ? &rules::kFAdd : nullptr;
    case Rmw::FSub: return floating ? &rules::kFSub : nullptr;
    case Rmw::FMax: return floating ? &rules::kFMax : nullptr;
    case Rmw::FMin: return floating ? &rules::kFMin : nullptr;
    case Rmw::BAD_BINOP: return nullptr;
  }
  return nullptr;
}

Atomics::Atomics(llvm::Function& function, const SharedMemory& memory, Context& context)
    : function_(function), context_(context), layout_(function.getDataLayout()) {
  for (llvm::BasicBlock& block : function) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) {
      if (instruction.isAtomic()) add(instruction, memory);
    }
  }
}

void Atomics::add(llvm::Instruction& instruction, const SharedMemory& memory) {
  core::Site facts;
  llvm::Value* pointer = llvm::getPointerOperand(&instruction);
  llvm::Type* type = nullptr;
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    if (memory.isPrivate(pointer)) return load->setAtomic(llvm::AtomicOrdering::NotAtomic);
    type = load->getType();
    facts.kind = OpKind::Read;
    facts.order = analysis::orderOf(load->getOrdering());
    describeSpeculation(*load, facts);
  } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    if (memory.isPrivate(pointer)) return store->setAtomic(llvm::AtomicOrdering::NotAtomic);
    type = store->getValueOperand()->getType();
    facts.kind = OpKind::Write;
    facts.order = analysis::orderOf(store->getOrdering());
    facts.isRepeated = store->getMetadata(analysis::kRepeatedStore) != nullptr;
  } else if (auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    pointer = rmw->getPointerOperand();
    if (memory.isPrivate(pointer)) return void(llvm::lowerAtomicRMWInst(rmw));
    type = rmw->getType();
    facts.kind = OpKind::Update;
    facts.order = analysis::orderOf(rmw->getOrdering());
    facts.failOrder = analysis::readPart(facts.order);
    facts.rule = ruleOf(*rmw);
    if (rmw->use_empty()) facts.rule = core::rules::withoutResult(facts.rule);
  } else if (auto* cas = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    pointer = cas->getPointerOperand();
    if (memory.isPrivate(pointer)) return void(llvm::lowerAtomicCmpXchgInst(cas));
    type = cas->getNewValOperand()->getType();
    facts.kind = OpKind::Update;
    facts.order = analysis::orderOf(cas->getSuccessOrdering());
    facts.failOrder = analysis::orderOf(cas->getFailureOrdering());
    facts.rule = isConfirmation(*cas) ? &core::rules::kConfirm : &core::rules::kCompareExchange;
  } else if (auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction)) {
    // A signal fence orders a thread with itself only.
    if (fence->getSyncScopeID() == llvm::SyncScope::SingleThread) return void(fence->eraseFromParent());
    facts.kind = OpKind::Fence;
    facts.order = analysis::orderOf(fence->getOrdering());
  }
  if (type) {
    facts.size = static_cast<std::uint8_t>(layout_.getTypeStoreSize(type).getFixedValue());
    sourceObject(pointer, facts.size).describe(facts, context_.types);
  }
  accesses_.push_back({&instruction, context_.site(instruction, std::move(facts))});
}

void Atomics::rewrite() {
  for (const Access& access : accesses_) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(access.instruction)) {
      rewriteLoad(*load, access.site);
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(access.instruction)) {
      rewriteStore(*store, access.site);
    } else if (auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(access.instruction)) {
      rewriteRmw(*rmw, access.site);
    } else if (auto* cas = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(access.instruction)) {
      rewriteCas(*cas, access.site);
    } else {
      llvm::IRBuilder<>(access.instruction).CreateCall(context_.symbols.fence, {access.site});
    }
    access.instruction->eraseFromParent();
  }
}

void Atomics::rewriteLoad(llvm::LoadInst& load, llvm::ConstantInt* site) {
  llvm::IRBuilder<> builder(&load);
  llvm::Value* result;
  if (isWide(load.getType())) {
    llvm::AllocaInst* answer = slot();
    builder.CreateCall(context_.symbols.load16, {load.getPointerOperand(), site, answer});
    result = builder.CreateLoad(load.getType(), answer);
  } else {
    llvm::Value* word = builder.CreateCall(context_.symbols.load, {load.getPointerOperand(), site});
    result = fromWord(builder, word, load.getType(), layout_);
  }
  result->takeName(&load);
  load.replaceAllUsesWith(result);
}

void Atomics::rewriteStore(llvm::StoreInst& store, llvm::ConstantInt* site) {
  llvm::IRBuilder<> builder(&store);
  llvm::Value* value = store.getValueOperand();
  if (isWide(value->getType())) {
    builder.CreateCall(context_.symbols.store16, {store.getPointerOperand(), site, slotWith(builder, value)});
  } else {
    builder.CreateCall(context_.symbols.store, {store.getPointerOperand(), site, toWord(builder, value, layout_)});
  }
}

void Atomics::rewriteRmw(llvm::AtomicRMWInst& rmw, llvm::ConstantInt* site) {
  llvm::IRBuilder<> builder(&rmw);
  llvm::Value* operand = rmw.getValOperand();
  llvm::Value* old;
  if (isWide(rmw.getType())) {
    llvm::AllocaInst* answer = slot();
    builder.CreateCall(context_.symbols.rmw16, {rmw.getPointerOperand(), site, slotWith(builder, operand), answer});
    old = builder.CreateLoad(rmw.getType(), answer);
  } else {
    old = builder.CreateCall(context_.symbols.rmw, {rmw.getPointerOperand(), site, toWord(builder, operand, layout_)});
    old = fromWord(builder, old, rmw.getType(), layout_);
  }
  rmw.replaceAllUsesWith(old);
}

void Atomics::rewriteCas(llvm::AtomicCmpXchgInst& cas, llvm::ConstantInt* site) {
  llvm::IRBuilder<> builder(&cas);
  llvm::Value *pointer = cas.getPointerOperand(), *expected = cas.getCompareOperand(), *wanted = cas.getNewValOperand();
  llvm::Type* type = wanted->getType();
  llvm::Value* old;
  if (isWide(type)) {
    llvm::AllocaInst* answer = slot();
    builder.CreateCall(context_.symbols.cas16,
                       {pointer, site, slotWith(builder, expected), slotWith(builder, wanted), answer});
    old = builder.CreateLoad(type, answer);
  } else {
    old = builder.CreateCall(context_.symbols.cas,
                             {pointer, site, toWord(builder, expected, layout_), toWord(builder, wanted, layout_)});
    old = fromWord(builder, old, type, layout_);
  }
  llvm::Value* same = builder.CreateICmpEQ(old, expected);
  llvm::Value* pair = builder.CreateInsertValue(llvm::PoisonValue::get(cas.getType()), old, 0);
  cas.replaceAllUsesWith(builder.CreateInsertValue(pair, same, 1));
}

// 16-byte values travel through memory that nobody else sees.
llvm::AllocaInst* Atomics::slot() {
  llvm::IRBuilder<> builder(&*function_.getEntryBlock().getFirstInsertionPt());
  llvm::AllocaInst* made = builder.CreateAlloca(builder.getInt128Ty());
  made->setAlignment(llvm::Align(16));
  return made;
}

llvm::AllocaInst* Atomics::slotWith(llvm::IRBuilder<>& builder, llvm::Value* value) {
  llvm::AllocaInst* made = slot();
  builder.CreateStore(value, made);
  return made;
}

}  // namespace heddle::transform
