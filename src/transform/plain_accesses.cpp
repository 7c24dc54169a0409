// The inline check of an access of n bytes at p:
//
//   outside = p / kSize ^ kBase / kSize               0 if p lies in the region
//   mask    = *(kMask + ((p >> 3) mod (kSize / 8)))   always mapped, so no branch is needed before it
//   missing = ((2^n - 1) << (p & 7)) & ~mask          bytes that may not be accessed without asking;
//                                                     beyond bit 7 when p straddles a granule
//   fast   iff (outside | missing | watch) == 0
#include "transform/plain_accesses.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <bit>

#include "analysis/loops/repeated_stores.h"
#include "core/layout.h"
#include "transform/object_names.h"
#include "transform/word_values.h"

namespace heddle::transform {
namespace {

namespace region = core::layout;
static_assert(std::has_single_bit(region::kSize) && region::kBase % region::kSize == 0,
              "the offset in the region is the low bits of the address");
constexpr unsigned kRegionBits = std::countr_zero(region::kSize);

using core::OpKind;

std::optional<std::uint64_t> lengthOf(const llvm::MemIntrinsic& intrinsic) {
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(intrinsic.getLength());
  return length ? std::optional(length->getZExtValue()) : std::nullopt;
}

llvm::SmallPtrSet<const llvm::BasicBlock*, 16> blocksInLoops(llvm::Function& function) {
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> result;
  for (auto component = llvm::scc_begin(&function); !component.isAtEnd(); ++component) {
    if (component.hasCycle()) result.insert(component->begin(), component->end());
  }
  return result;
}

}  // namespace

PlainAccesses::PlainAccesses(llvm::Function& function, const SharedMemory& memory, Context& context)
    : memory_(memory), context_(context), layout_(function.getDataLayout()) {
  const auto inLoops = blocksInLoops(function);
  for (llvm::BasicBlock& block : function) {
    for (llvm::Instruction& instruction : block) {
      if (SharedMemory::isCompilerInit(instruction)) continue;
      Access access{&instruction, inLoops.contains(&block)};
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction); load && !load->isAtomic()) {
        const std::uint64_t bytes = layout_.getTypeStoreSize(load->getType());
        access.read = siteIfShared(*load, load->getPointerOperand(), bytes, OpKind::Read);
      } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction); store && !store->isAtomic()) {
        const std::uint64_t bytes = layout_.getTypeStoreSize(store->getValueOperand()->getType());
        access.write = siteIfShared(*store, store->getPointerOperand(), bytes, OpKind::Write);
      } else if (auto* intrinsic = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
        if (auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(intrinsic)) {
          access.read = siteIfShared(*transfer, transfer->getSource(), lengthOf(*transfer), OpKind::Read);
        }
        access.write = siteIfShared(*intrinsic, intrinsic->getDest(), lengthOf(*intrinsic), OpKind::Write);
        // Tells the runtime that the write follows (see Site::callee in the read).
        if (access.read && access.write) context_.sites[access.read->getZExtValue()].callee = "memcpy";
      }
      if (access.read || access.write) accesses_.push_back(access);
    }
  }
}

llvm::ConstantInt* PlainAccesses::siteIfShared(const llvm::Instruction& access, llvm::Value* pointer,
                                               std::optional<std::uint64_t> bytes, OpKind kind) {
  if (bytes == 0 || !memory_.mayTouch(pointer, bytes, kind == OpKind::Write)) return nullptr;
  core::Site facts;
  const bool isRange = llvm::isa<llvm::MemIntrinsic>(access);
  sourceObject(pointer, bytes.value_or(kAnyLength), isRange ? Extent::Whole : Extent::Scalar)
      .describe(facts, context_.types);
  facts.kind = kind;
  if (isRange && kind == OpKind::Write) facts.callee = llvm::isa<llvm::MemTransferInst>(access) ? "memcpy" : "memset";
  facts.isShared = !memory_.staysInThread(pointer);
  facts.isRepeated = access.getMetadata(analysis::kRepeatedStore) != nullptr;
  if (!isRange && *bytes <= 16 && std::has_single_bit(*bytes)) facts.size = static_cast<std::uint8_t>(*bytes);
  return context_.site(access, std::move(facts));
}

void PlainAccesses::rewrite() {
  for (const Access& access : accesses_) {
    auto* load = llvm::dyn_cast<llvm::LoadInst>(access.instruction);
    auto* store = llvm::dyn_cast<llvm::StoreInst>(access.instruction);
    if (load && fitsWord(load->getType(), layout_)) {
      access.inLoop || SharedMemory::constantTable(load->getPointerOperand()) ? rewriteLoad(*load, access.read)
                                                                              : callLoad(*load, access.read);
    } else if (store && fitsWord(store->getValueOperand()->getType(), layout_)) {
      access.inLoop ? rewriteStore(*store, access.write) : callStore(*store, access.write);
    } else {
      checkRanges(access);
    }
  }
}

void PlainAccesses::rewriteLoad(llvm::LoadInst& load, llvm::Value* site) {
  llvm::Type* type = load.getType();
  llvm::Value* pointer = load.getPointerOperand();
  const std::uint64_t bytes = layout_.getTypeStoreSize(type);
  llvm::IRBuilder<> builder(&load);
  auto* table = SharedMemory::constantTable(pointer);
  llvm::Value* ask = table ? outsideTable(builder, pointer, *table, bytes) : mustAsk(builder, pointer, bytes);
  llvm::Instruction *fast, *slow;
  split(load, ask, &slow, &fast);
  llvm::BasicBlock* merge = load.getParent();
  builder.SetInsertPoint(merge, merge->begin());
  llvm::PHINode* value = builder.CreatePHI(type, 2);
  load.replaceAllUsesWith(value);
  value->takeName(&load);
  load.moveBefore(fast);
  builder.SetInsertPoint(slow);
  llvm::Value* answer = table ? builder.CreateCall(context_.symbols.outsideConstant,
                                                   {pointer, site, table,
                                                    builder.getInt64(layout_.getTypeAllocSize(table->getValueType()))})
                              : builder.CreateCall(context_.symbols.plainLoad, {pointer, site});
  value->addIncoming(fromWord(builder, answer, type, layout_), slow->getParent());
  value->addIncoming(&load, fast->getParent());
}

void PlainAccesses::rewriteStore(llvm::StoreInst& store, llvm::Value* site) {
  llvm::Value* pointer = store.getPointerOperand();
  llvm::Value* stored = store.getValueOperand();
  llvm::IRBuilder<> builder(&store);
  llvm::Value* ask = mustAsk(builder, pointer, layout_.getTypeStoreSize(stored->getType()));
  llvm::Instruction *fast, *slow;
  split(store, ask, &slow, &fast);
  store.moveBefore(fast);
  builder.SetInsertPoint(slow);
  builder.CreateCall(context_.symbols.plainStore, {pointer, site, toWord(builder, stored, layout_)});
}

void PlainAccesses::callLoad(llvm::LoadInst& load, llvm::ConstantInt* site) {
  llvm::IRBuilder<> builder(&load);
  llvm::Function* checked = checkedLoad(layout_.getTypeStoreSize(load.getType()));
  llvm::Value* word = builder.CreateCall(checked, {load.getPointerOperand(), site});
  llvm::Value* value = fromWord(builder, word, load.getType(), layout_);
  value->takeName(&load);
  load.replaceAllUsesWith(value);
  load.eraseFromParent();
}

void PlainAccesses::callStore(llvm::StoreInst& store, llvm::ConstantInt* site) {
  llvm::IRBuilder<> builder(&store);
  llvm::Value* value = store.getValueOperand();
  llvm::Function* checked = checkedStore(layout_.getTypeStoreSize(value->getType()));
  builder.CreateCall(checked, {store.getPointerOperand(), site, toWord(builder, value, layout_)});
  store.eraseFromParent();
}

// uint64_t __heddle_checked_load<n>(void* p, uint32_t site), made on demand.
llvm::Function* PlainAccesses::checkedLoad(unsigned bytes) {
  const std::string name = "__heddle_checked_load" + std::to_string(bytes);
  if (llvm::Function* made = context_.module.getFunction(name)) return made;
  auto* made = llvm::Function::Create(context_.symbols.plainLoad.getFunctionType(), llvm::GlobalValue::InternalLinkage,
                                      name, context_.module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(made->getContext(), "", made));
  auto* load = builder.CreateAlignedLoad(builder.getIntNTy(bytes * 8), made->getArg(0), llvm::Align(1));
  builder.CreateRet(builder.CreateZExt(load, builder.getInt64Ty()));
  rewriteLoad(*load, made->getArg(1));
  return made;
}

// void __heddle_checked_store<n>(void* p, uint32_t site, uint64_t value)
llvm::Function* PlainAccesses::checkedStore(unsigned bytes) {
  const std::string name = "__heddle_checked_store" + std::to_string(bytes);
  if (llvm::Function* made = context_.module.getFunction(name)) return made;
  auto* made = llvm::Function::Create(context_.symbols.plainStore.getFunctionType(), llvm::GlobalValue::InternalLinkage,
                                      name, context_.module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(made->getContext(), "", made));
  llvm::Value* value = builder.CreateTrunc(made->getArg(2), builder.getIntNTy(bytes * 8));
  auto* store = builder.CreateAlignedStore(value, made->getArg(0), llvm::Align(1));
  builder.CreateRetVoid();
  rewriteStore(*store, made->getArg(1));
  return made;
}

// Memory intrinsics, and values that are no single word.
void PlainAccesses::checkRanges(const Access& access) {
  llvm::IRBuilder<> builder(access.instruction);
  const auto call = [&](llvm::FunctionCallee hook, llvm::Value* pointer, llvm::Value* bytes, llvm::ConstantInt* site) {
    if (site) builder.CreateCall(hook, {pointer, builder.CreateZExtOrTrunc(bytes, builder.getInt64Ty()), site});
  };
  const RuntimeSymbols& symbols = context_.symbols;
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(access.instruction)) {
    auto* bytes = builder.getInt64(layout_.getTypeStoreSize(load->getType()));
    call(symbols.plainReadRange, load->getPointerOperand(), bytes, access.read);
  } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(access.instruction)) {
    auto* bytes = builder.getInt64(layout_.getTypeStoreSize(store->getValueOperand()->getType()));
    call(symbols.plainWriteRange, store->getPointerOperand(), bytes, access.write);
  } else {
    auto* intrinsic = llvm::cast<llvm::MemIntrinsic>(access.instruction);
    if (auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(intrinsic)) {
      call(symbols.plainReadRange, transfer->getSource(), transfer->getLength(), access.read);
    }
    call(symbols.plainWriteRange, intrinsic->getDest(), intrinsic->getLength(), access.write);
  }
}

void PlainAccesses::split(llvm::Instruction& access, llvm::Value* ask, llvm::Instruction** slow,
                          llvm::Instruction** fast) {
  llvm::SplitBlockAndInsertIfThenElse(ask, &access, slow, fast, context_.unlikely());
}

llvm::Value* PlainAccesses::mustAsk(llvm::IRBuilder<>& builder, llvm::Value* pointer, std::uint64_t bytes) {
  llvm::Type* byte = builder.getInt8Ty();
  llvm::Type* word = builder.getInt64Ty();
  llvm::Value* address = builder.CreatePtrToInt(pointer, word);
  llvm::Value* outside = builder.CreateXor(builder.CreateLShr(address, kRegionBits), region::kBase >> kRegionBits);
  llvm::Value* granule = builder.CreateAnd(builder.CreateLShr(address, 3), region::kSize / 8 - 1);
  llvm::Value* masks = builder.CreateIntToPtr(builder.getInt64(region::kMask), builder.getPtrTy());
  llvm::Value* mask = builder.CreateLoad(byte, builder.CreateGEP(byte, masks, granule));
  llvm::Value* needed = builder.CreateShl(builder.getInt64((1u << bytes) - 1), builder.CreateAnd(address, 7));
  llvm::Value* missing = builder.CreateAnd(needed, builder.CreateNot(builder.CreateZExt(mask, word)));
  llvm::Value* watch = builder.CreateZExt(builder.CreateLoad(byte, context_.symbols.watch), word);
  llvm::Value* reasons = builder.CreateOr(builder.CreateOr(outside, missing), watch);
  return builder.CreateICmpNE(reasons, builder.getInt64(0));
}

// Constants live outside the region; reading a table in bounds needs nobody.
llvm::Value* PlainAccesses::outsideTable(llvm::IRBuilder<>& builder, llvm::Value* pointer, llvm::GlobalVariable& table,
                                         std::uint64_t bytes) {
  const std::uint64_t size = layout_.getTypeAllocSize(table.getValueType());
  llvm::Value* start = builder.CreatePtrToInt(&table, builder.getInt64Ty());
  llvm::Value* offset = builder.CreateSub(builder.CreatePtrToInt(pointer, builder.getInt64Ty()), start);
  return builder.CreateICmpUGE(offset, builder.getInt64(size >= bytes ? size - bytes + 1 : 0));
}

}  // namespace heddle::transform
