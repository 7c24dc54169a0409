// Which accesses can touch memory that others can reach.
#pragma once

#include <llvm/IR/Instructions.h>

#include <optional>

#include "transform/stack_objects.h"

namespace heddle::transform {

class SharedMemory {
 public:
  SharedMemory(const llvm::DataLayout& layout, const StackObjects& stack) : layout_(layout), stack_(stack) {}

  // False only if it is certain: a private stack object, a constant read in
  // bounds, the arguments of a variadic function.
  bool mayTouch(const llvm::Value* pointer, std::optional<std::uint64_t> bytes, bool write) const;

  bool isPrivate(const llvm::Value* pointer) const;

  // Whether it is certain that no other thread ever gets hold of the object:
  // an alloca whose address goes nowhere, watched only for its bounds.
  bool staysInThread(const llvm::Value* pointer) const;

  // Whether the instrumentation must not see the instruction: the compiler
  // added it to zero a fresh variable.
  static bool isCompilerInit(const llvm::Instruction& instruction);

  // Whether the pointer leads to the arguments of a variadic function.
  static bool isVariadicArgument(const llvm::Value* pointer);

  // The constant table the pointer leads into, at an offset not known here.
  static llvm::GlobalVariable* constantTable(llvm::Value* pointer);

 private:
  const llvm::DataLayout& layout_;
  const StackObjects& stack_;
};

}  // namespace heddle::transform
