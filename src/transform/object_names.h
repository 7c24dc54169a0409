// What the source calls the memory that a pointer leads to: "x", "q->head", "a[i]".
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <string>

#include "core/site.h"
#include "transform/type_table.h"

namespace heddle::transform {

// A scalar is never a whole struct, even where the struct has only one member.
enum class Extent { Scalar, Whole };

// For accesses whose length is known only at run time.
inline constexpr std::uint64_t kAnyLength = ~std::uint64_t{0};

// The variable that an alloca holds, if it is one of the user's.
const llvm::DILocalVariable* variableIn(llvm::AllocaInst& alloca);

// What the source has at the `bytes` bytes at `pointer`; no name when debug info
// does not tell. Only for people: nothing depends on it. Needs the module's globals
// and allocas as the compiler made them, so it must run before they are moved.
struct SourceObject {
  std::string name;
  const llvm::DIType* value = nullptr;  // of what is there
  const llvm::DIType* base = nullptr;   // of what lives at the pointer less `offset`, if it is reached by a pointer
  std::uint64_t offset = 0;

  void describe(core::Site& site, TypeNumbers& types) const;
};
SourceObject sourceObject(llvm::Value* pointer, std::uint64_t bytes, Extent extent = Extent::Scalar);

}  // namespace heddle::transform
