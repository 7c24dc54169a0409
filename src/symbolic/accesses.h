// Which words an instruction of a flat program accesses.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Value.h>

#include <cstdint>

namespace heddle::symbolic {

struct AccessedWord {
  const llvm::Value* pointer;
  std::uint64_t bytes;  // 0: the whole object
  bool writes;
};

// Of a mutex, or a thread, that is made: all that is known of them is in the first word (library/attributes.ll).
inline constexpr unsigned kAttributeBytes = 4;

llvm::SmallVector<AccessedWord, 2> accessesOf(const llvm::Instruction& instruction);

}  // namespace heddle::symbolic
