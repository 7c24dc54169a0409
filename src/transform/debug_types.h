// Reading debug info types: what lies at which offset, and what it is called.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/DebugInfoMetadata.h>

#include <cstdint>
#include <optional>

namespace heddle::transform {

// Without typedef, const, volatile, _Atomic and the like.
const llvm::DIType* strippedType(const llvm::DIType* type);

bool isReference(const llvm::DIType* type);

// What a pointer or reference points to; null for other types and `void*`.
const llvm::DIType* pointeeOf(const llvm::DIType* type);

// A type of the standard library: its members are nobody's business.
bool isOpaque(const llvm::DIType* type);

std::uint64_t bytesOf(const llvm::DIType* type);

// What lies there; in the types of the standard library too, which hold the values of atomics. Null where that is not
// known.
const llvm::DIType* typeAt(const llvm::DIType* type, std::uint64_t offset, std::uint64_t bytes);

struct Member {
  llvm::StringRef name;  // empty: a base class or an anonymous struct or union
  const llvm::DIType* type;
  std::uint64_t offset;
  std::uint64_t bytes;
};

// The members of a struct, union or class in order of declaration; none for
// other types.
void forEachMember(const llvm::DIType* type, llvm::function_ref<void(const Member&)> visit);

// One dimension of an array: `int m[2][3]` has 2 elements of 12 bytes.
struct ArrayShape {
  std::uint64_t count;
  std::uint64_t stride;
};
std::optional<ArrayShape> arrayShape(const llvm::DIType* type, unsigned dimension);
const llvm::DIType* elementOf(const llvm::DIType* type);
unsigned dimensionsOf(const llvm::DIType* type);

}  // namespace heddle::transform
