// Atomic accesses and fences become calls of the runtime, which performs them.
#pragma once

#include <vector>

#include "base/result.h"
#include "transform/context.h"
#include "transform/shared_memory.h"

namespace heddle::transform {

// Made before, and rewrites after, anything else changes the function (see
// PlainAccesses). Atomics on private stack objects become plain there.
class Atomics {
 public:
  Atomics(llvm::Function& function, const SharedMemory& memory, Context& context);
  void rewrite();

 private:
  struct Access {
    llvm::Instruction* instruction;
    llvm::ConstantInt* site;
  };

  void add(llvm::Instruction& instruction, const SharedMemory& memory);
  void rewriteLoad(llvm::LoadInst& load, llvm::ConstantInt* site);
  void rewriteStore(llvm::StoreInst& store, llvm::ConstantInt* site);
  void rewriteRmw(llvm::AtomicRMWInst& rmw, llvm::ConstantInt* site);
  void rewriteCas(llvm::AtomicCmpXchgInst& cas, llvm::ConstantInt* site);

  bool isWide(llvm::Type* type) const { return layout_.getTypeStoreSize(type) == 16; }
  llvm::AllocaInst* slot();
  llvm::AllocaInst* slotWith(llvm::IRBuilder<>& builder, llvm::Value* value);

  llvm::Function& function_;
  Context& context_;
  const llvm::DataLayout& layout_;
  std::vector<Access> accesses_;
};

// Null if the runtime has no rule for the operation on values of this type.
const core::UpdateRule* ruleOf(const llvm::AtomicRMWInst& rmw);

}  // namespace heddle::transform
