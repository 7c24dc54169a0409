#include "transform/type_table.h"

#include <llvm/BinaryFormat/Dwarf.h>

#include "transform/debug_types.h"
#include "transform/source_place.h"

namespace heddle::transform {
namespace {

namespace dwarf = llvm::dwarf;
using Kind = core::DataType::Kind;

core::Number numberOf(const llvm::DIBasicType& type) {
  switch (type.getEncoding()) {
    case dwarf::DW_ATE_boolean: return core::Number::Boolean;
    case dwarf::DW_ATE_signed_char:
    case dwarf::DW_ATE_unsigned_char:
      // int8_t and uint8_t are numbers to those who use them; their base types have other names.
      return type.getName() == "char"                          ? core::Number::Character
             : type.getEncoding() == dwarf::DW_ATE_signed_char ? core::Number::Signed
                                                               : core::Number::Unsigned;
    case dwarf::DW_ATE_unsigned:
    case dwarf::DW_ATE_UTF: return core::Number::Unsigned;
    case dwarf::DW_ATE_float: return core::Number::Floating;
    default: return core::Number::Signed;
  }
}

// The member of a std::array; null for other types.
const llvm::DIType* elementsOfStdArray(const llvm::DICompositeType& type) {
  const llvm::DIType* elements = nullptr;
  if (isOpaque(&type) && type.getName().starts_with("array<"))
    forEachMember(&type, [&](const Member& member) { elements = member.type; });
  return elements;
}

void addEnumerators(const llvm::DICompositeType& type, core::DataType& result) {
  for (const llvm::DINode* const node : type.getElements())
    if (const auto* const one = llvm::dyn_cast<llvm::DIEnumerator>(node))
      result.enumerators.emplace_back(one->getValue().getSExtValue(), one->getName().str());
}

}  // namespace

core::TypeId TypeNumbers::of(const llvm::DIType* type) {
  if (type == nullptr) return 0;
  if (const auto known = numbers_.find(type); known != numbers_.end()) return known->second;
  const auto number = static_cast<core::TypeId>(table_.size());
  numbers_[type] = number;
  table_.emplace_back();
  core::DataType result = described(type);  // which adds others
  table_[number] = std::move(result);
  return number;
}

core::DataType TypeNumbers::described(const llvm::DIType* type) {
  core::DataType result;
  result.size = bytesOf(type);
  result.isOpaque = isOpaque(type);
  const llvm::DIType* const stripped = strippedType(type);
  if (const auto* const basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(stripped)) {
    result.kind = Kind::Number;
    result.number = numberOf(*basic);
  } else if (pointeeOf(stripped) != nullptr || (stripped && stripped->getTag() == dwarf::DW_TAG_pointer_type)) {
    result.kind = Kind::Pointer;
  } else if (const auto* const composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(stripped)) {
    if (composite->getTag() == dwarf::DW_TAG_array_type) {
      result.kind = Kind::Array;
      result.element = arrayOf(stripped, 1);
      return result;
    }
    if (!composite->getName().empty()) result.name = qualifiedName(composite->getScope(), composite->getName());
    if (composite->getTag() == dwarf::DW_TAG_enumeration_type) {
      result.kind = Kind::Enumeration;
      addEnumerators(*composite, result);
      return result;
    }
    if (const llvm::DIType* const elements = elementsOfStdArray(*composite)) return described(elements);
    result.kind = Kind::Record;
    result.isOpaque = result.isOpaque && !composite->getName().starts_with("pair<");
    result.isClosure = composite->getTag() == dwarf::DW_TAG_class_type && composite->getName().empty();
    forEachMember(stripped, [&](const Member& member) {
      result.members.push_back({member.name.str(), of(member.type), member.offset, member.bytes});
    });
  }
  return result;
}

// What the elements of the dimension before are.
core::TypeId TypeNumbers::arrayOf(const llvm::DIType* array, unsigned dimension) {
  const auto shape = arrayShape(array, dimension);
  if (!shape) return of(elementOf(array));
  core::DataType inner;
  inner.kind = Kind::Array;
  inner.size = shape->count * shape->stride;
  inner.element = arrayOf(array, dimension + 1);
  table_.push_back(std::move(inner));
  return static_cast<core::TypeId>(table_.size() - 1);
}

}  // namespace heddle::transform
