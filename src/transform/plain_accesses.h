// Plain (non-atomic) loads, stores and memory intrinsics on memory that others
// can reach: checked inline, and handed to the runtime if the check fails.
//
// The check is a dozen instructions. Outside of loops it is called instead: of
// a C++ program most accesses run once, and generating code for them is what
// takes the time.
#pragma once

#include <vector>

#include "transform/context.h"
#include "transform/shared_memory.h"

namespace heddle::transform {

// Made before, and rewrites after, anything else changes the function: what an
// access touches and what it is called is read from the code clang made.
class PlainAccesses {
 public:
  PlainAccesses(llvm::Function& function, const SharedMemory& memory, Context& context);
  void rewrite();

 private:
  struct Access {
    llvm::Instruction* instruction;
    bool inLoop;
    llvm::ConstantInt* read = nullptr;   // the site, if it reads shared memory
    llvm::ConstantInt* write = nullptr;  // the site, if it writes shared memory
  };

  llvm::ConstantInt* siteIfShared(const llvm::Instruction& access, llvm::Value* pointer,
                                  std::optional<std::uint64_t> bytes, core::OpKind kind);
  void rewriteLoad(llvm::LoadInst& load, llvm::Value* site);
  void rewriteStore(llvm::StoreInst& store, llvm::Value* site);
  void callLoad(llvm::LoadInst& load, llvm::ConstantInt* site);
  void callStore(llvm::StoreInst& store, llvm::ConstantInt* site);
  llvm::Function* checkedLoad(unsigned bytes);
  llvm::Function* checkedStore(unsigned bytes);
  void checkRanges(const Access& access);
  void split(llvm::Instruction& access, llvm::Value* ask, llvm::Instruction** slow, llvm::Instruction** fast);
  llvm::Value* mustAsk(llvm::IRBuilder<>& builder, llvm::Value* pointer, std::uint64_t bytes);
  llvm::Value* outsideTable(llvm::IRBuilder<>& builder, llvm::Value* pointer, llvm::GlobalVariable& table,
                            std::uint64_t bytes);

  const SharedMemory& memory_;
  Context& context_;
  const llvm::DataLayout& layout_;
  std::vector<Access> accesses_;
};

}  // namespace heddle::transform
