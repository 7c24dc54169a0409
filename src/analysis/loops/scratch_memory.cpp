#include "analysis/loops/scratch_memory.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IntrinsicInst.h>

#include "analysis/underlying_object.h"

namespace heddle::analysis {
namespace {

// Bytes of an object, by their offsets. Of larger ones, whether all or none.
using Bytes = std::uint64_t;
constexpr std::uint64_t kMostBytes = 64;

class Object {
 public:
  Object(const llvm::AllocaInst& alloca, std::uint64_t bytes)
      : alloca_(alloca),
        layout_(alloca.getDataLayout()),
        bytes_(bytes),
        all_(bytes >= kMostBytes ? ~Bytes{0} : (Bytes{1} << bytes) - 1) {}

  // Whether the block reads bytes that were not overwritten; adds those that
  // it overwrites.
  bool isReadIn(const llvm::BasicBlock& block, Bytes& overwritten) const {
    for (const llvm::Instruction& instruction : block) {
      if ((read(instruction) & ~overwritten) != 0) return true;
      overwritten |= written(instruction);
    }
    return false;
  }

 private:
  bool isPart(const llvm::Value* pointer) const {
    return pointer->getType()->isPointerTy() && underlyingObject(pointer) == &alloca_;
  }

  // The bytes from where `pointer` points to on; `unknown` if that is not clear.
  Bytes at(const llvm::Value* pointer, std::uint64_t length, Bytes unknown) const {
    llvm::APInt offset(64, 0);
    const auto* base = pointer->stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/true);
    if (base != &alloca_ || length == 0 || offset.ugt(bytes_) || length > bytes_ - offset.getZExtValue())
      return unknown;
    if (length == bytes_) return all_;
    if (bytes_ > kMostBytes) return unknown;
    return ((Bytes{1} << length) - 1) << offset.getZExtValue();
  }

  Bytes written(const llvm::Instruction& instruction) const {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      return at(store->getPointerOperand(), layout_.getTypeStoreSize(store->getValueOperand()->getType()), 0);
    }
    if (const auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
      const auto* length = llvm::dyn_cast<llvm::ConstantInt>(memory->getLength());
      return length ? at(memory->getDest(), length->getZExtValue(), 0) : 0;
    }
    const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    const bool begins = intrinsic && intrinsic->getIntrinsicID() == llvm::Intrinsic::lifetime_start;
    return begins && isPart(intrinsic->getArgOperand(1)) ? all_ : 0;
  }

  Bytes read(const llvm::Instruction& instruction) const {
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      if (!isPart(load->getPointerOperand())) return 0;
      return at(load->getPointerOperand(), layout_.getTypeStoreSize(load->getType()), all_);
    }
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      return isPart(store->getValueOperand()) ? all_ : 0;
    if (const auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
      const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(memory);
      if (!copy || !isPart(copy->getSource())) return 0;
      const auto* length = llvm::dyn_cast<llvm::ConstantInt>(memory->getLength());
      return length ? at(copy->getSource(), length->getZExtValue(), all_) : all_;
    }
    const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (intrinsic && intrinsic->isLifetimeStartOrEnd()) return 0;
    if (llvm::isa<llvm::GetElementPtrInst, llvm::ICmpInst>(instruction)) return 0;
    return llvm::any_of(instruction.operand_values(), [&](const llvm::Value* operand) { return isPart(operand); })
               ? all_
               : 0;
  }

  const llvm::AllocaInst& alloca_;
  const llvm::DataLayout& layout_;
  std::uint64_t bytes_;
  Bytes all_;
};

}  // namespace

bool isLiveAt(const llvm::BasicBlock& block, const llvm::AllocaInst& object) {
  const auto size = object.getAllocationSize(block.getDataLayout());
  if (!size || size->isScalable()) return true;
  const Object bytes(object, size->getFixedValue());
  // What was overwritten on all ways to a block that were followed so far.
  llvm::DenseMap<const llvm::BasicBlock*, Bytes> overwritten;
  llvm::SmallVector<const llvm::BasicBlock*, 16> open;
  const auto reach = [&](const llvm::BasicBlock* next, Bytes before) {
    const auto [entry, isNew] = overwritten.try_emplace(next, before);
    if (!isNew && (entry->second & ~before) == 0) return;
    entry->second &= before;
    open.push_back(next);
  };
  reach(&block, 0);
  while (!open.empty()) {
    const llvm::BasicBlock* next = open.pop_back_val();
    Bytes before = overwritten[next];
    if (bytes.isReadIn(*next, before)) return true;
    for (const llvm::BasicBlock* successor : llvm::successors(next)) reach(successor, before);
  }
  return false;
}

}  // namespace heddle::analysis
