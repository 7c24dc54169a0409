#include "transform/debug_types.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>

namespace heddle::transform {

namespace dwarf = llvm::dwarf;

const llvm::DIType* strippedType(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    switch (derived->getTag()) {
      case dwarf::DW_TAG_typedef:
      case dwarf::DW_TAG_const_type:
      case dwarf::DW_TAG_volatile_type:
      case dwarf::DW_TAG_restrict_type:
      case dwarf::DW_TAG_atomic_type: type = derived->getBaseType(); break;
      default: return type;
    }
  }
  return type;
}

bool isReference(const llvm::DIType* type) {
  type = strippedType(type);
  return type &&
         (type->getTag() == dwarf::DW_TAG_reference_type || type->getTag() == dwarf::DW_TAG_rvalue_reference_type);
}

const llvm::DIType* pointeeOf(const llvm::DIType* type) {
  type = strippedType(type);
  if (!type || (type->getTag() != dwarf::DW_TAG_pointer_type && !isReference(type))) return nullptr;
  return llvm::cast<llvm::DIDerivedType>(type)->getBaseType();
}

namespace {

// Types of the C library whose members mean nothing to people.
bool isLibraryObject(llvm::StringRef name) {
  return name.starts_with("pthread_") || name == "mtx_t" || name == "cnd_t" || name == "once_flag" || name == "sem_t";
}

}  // namespace

bool isOpaque(const llvm::DIType* type) {
  for (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type); derived;
       derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(derived->getBaseType())) {
    if (derived->getTag() == dwarf::DW_TAG_typedef && isLibraryObject(derived->getName())) return true;
    if (derived->getTag() == dwarf::DW_TAG_pointer_type) break;
  }
  type = strippedType(type);
  for (const llvm::DIScope* scope = type; scope; scope = scope->getScope()) {
    if (llvm::isa<llvm::DINamespace>(scope) && scope->getName() == "std") return true;
  }
  return false;
}

std::uint64_t bytesOf(const llvm::DIType* type) {
  type = strippedType(type);
  return type ? (type->getSizeInBits() + 7) / 8 : 0;
}

void forEachMember(const llvm::DIType* type, llvm::function_ref<void(const Member&)> visit) {
  const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(strippedType(type));
  if (!composite || composite->getTag() == dwarf::DW_TAG_array_type ||
      composite->getTag() == dwarf::DW_TAG_enumeration_type) {
    return;
  }
  for (const llvm::DINode* node : composite->getElements()) {
    const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(node);
    if (!member || member->isStaticMember()) continue;
    const bool isBase = member->getTag() == dwarf::DW_TAG_inheritance;
    if (!isBase && member->getTag() != dwarf::DW_TAG_member) continue;
    const std::uint64_t bits = member->isBitField() ? member->getSizeInBits() : bytesOf(member->getBaseType()) * 8;
    const std::uint64_t first = member->getOffsetInBits() / 8;
    const std::uint64_t end = (member->getOffsetInBits() + bits + 7) / 8;
    visit({isBase ? llvm::StringRef() : member->getName(), member->getBaseType(), first, end - first});
  }
}

namespace {

const llvm::DICompositeType* asArray(const llvm::DIType* type) {
  const auto* array = llvm::dyn_cast_or_null<llvm::DICompositeType>(strippedType(type));
  return array && array->getTag() == dwarf::DW_TAG_array_type ? array : nullptr;
}

std::uint64_t countOf(const llvm::DINode* node) {
  const auto* range = llvm::dyn_cast<llvm::DISubrange>(node);
  if (!range) return 0;
  const auto count = range->getCount();
  const auto* constant = llvm::dyn_cast_if_present<llvm::ConstantInt*>(count);
  return constant && constant->getSExtValue() > 0 ? constant->getZExtValue() : 0;
}

}  // namespace

unsigned dimensionsOf(const llvm::DIType* type) {
  const auto* array = asArray(type);
  return array ? array->getElements().size() : 0;
}

const llvm::DIType* elementOf(const llvm::DIType* type) {
  const auto* array = asArray(type);
  return array ? array->getBaseType() : nullptr;
}

std::optional<ArrayShape> arrayShape(const llvm::DIType* type, unsigned dimension) {
  const auto* array = asArray(type);
  if (!array || dimension >= array->getElements().size()) return std::nullopt;
  std::uint64_t stride = bytesOf(array->getBaseType());
  const auto dimensions = array->getElements();
  for (unsigned inner = dimension + 1; inner < dimensions.size(); ++inner) stride *= countOf(dimensions[inner]);
  return ArrayShape{countOf(dimensions[dimension]), stride};
}

const llvm::DIType* typeAt(const llvm::DIType* type, std::uint64_t offset, std::uint64_t bytes) {
  for (unsigned step = 0; step < 16; ++step) {
    if (const auto shape = arrayShape(type, dimensionsOf(type) - 1); shape && shape->stride != 0) {
      offset %= shape->stride;
      type = elementOf(type);
      continue;
    }
    std::optional<Member> found;
    forEachMember(type, [&](const Member& part) {
      if (!found && part.offset <= offset && offset + bytes <= part.offset + part.bytes) found = part;
    });
    if (!found) return offset == 0 && bytesOf(type) == bytes ? type : nullptr;
    offset -= found->offset;
    type = found->type;
  }
  return nullptr;
}

}  // namespace heddle::transform
