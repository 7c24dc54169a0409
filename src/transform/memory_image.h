// The initial bytes of several variables, laid out one after the other.
#pragma once

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <vector>

namespace heddle::transform {

class MemoryImage {
 public:
  explicit MemoryImage(llvm::Module& module) : module_(module) {}

  // Places a variable of that alignment (8 at least, so that no two share a
  // granule of the shadow mask) after `gap` bytes; returns its offset.
  std::uint64_t place(llvm::Constant* initial, llvm::Align align, std::uint64_t gap);

  // Pads with `gap` bytes and defines the constant `name`; returns the size.
  std::uint64_t define(const char* name, std::uint64_t gap);

  llvm::Align align() const { return align_; }

 private:
  void pad(std::uint64_t upTo);

  llvm::Module& module_;
  std::vector<llvm::Constant*> fields_;
  std::uint64_t end_ = 0;
  llvm::Align align_{16};
};

}  // namespace heddle::transform
