#include "transform/global_description.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Module.h>

#include "transform/debug_types.h"

namespace heddle::transform {
namespace {

constexpr std::size_t kMaxParts = 200;  // of one variable; enough for people, bounded for large arrays

// Lists the parts of a variable, outermost first.
class Parts {
 public:
  explicit Parts(std::vector<core::NamedRange>& parts) : parts_(parts) {}

  void add(const std::string& name, const llvm::DIType* type, std::uint64_t offset, std::uint64_t bytes) {
    if (!push({name, offset, bytes, 0})) return;
    inside(name, type, offset, 0);
  }

 private:
  bool push(core::NamedRange part) {
    if (parts_.size() >= kMaxParts) return false;
    parts_.push_back(std::move(part));
    return true;
  }

  void inside(const std::string& name, const llvm::DIType* type, std::uint64_t offset, unsigned dimension) {
    if (isOpaque(type)) return;
    if (const auto shape = arrayShape(type, dimension)) return elements(name, type, offset, dimension, *shape);
    forEachMember(type, [&](const Member& member) {
      if (member.name.empty()) {
        inside(name, member.type, offset + member.offset, 0);
      } else {
        add(name + "." + member.name.str(), member.type, offset + member.offset, member.bytes);
      }
    });
  }

  // Elements that have parts of their own are listed one by one.
  void elements(const std::string& name, const llvm::DIType* type, std::uint64_t offset, unsigned dimension,
                ArrayShape shape) {
    if (!push({name + "[]", offset, shape.count * shape.stride, shape.stride})) return;
    const bool innermost = dimension + 1 == dimensionsOf(type);
    const llvm::DIType* element = innermost ? elementOf(type) : type;
    if (innermost && !hasParts(element)) return;
    for (std::uint64_t i = 0; i < shape.count && parts_.size() < kMaxParts; ++i) {
      inside(name + "[" + std::to_string(i) + "]", element, offset + i * shape.stride, innermost ? 0 : dimension + 1);
    }
  }

  static bool hasParts(const llvm::DIType* type) {
    if (isOpaque(type)) return false;
    bool any = arrayShape(type, 0).has_value();
    forEachMember(type, [&](const Member&) { any = true; });
    return any;
  }

  std::vector<core::NamedRange>& parts_;
};

}  // namespace

core::Global describeGlobal(const llvm::GlobalVariable& variable, SourcePlaces& places) {
  core::Global result;
  result.size = variable.getDataLayout().getTypeAllocSize(variable.getValueType());
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> expressions;
  variable.getDebugInfo(expressions);
  if (expressions.empty()) {
    result.name = llvm::demangle(variable.getName());
    result.parts.push_back({result.name, 0, result.size, 0});
    return result;
  }
  const llvm::DIGlobalVariable* source = expressions.front()->getVariable();
  result.name = qualifiedName(source->getScope(), source->getName());
  result.file = places.pathOf(source->getFile());
  result.line = source->getLine();
  Parts(result.parts).add(result.name, source->getType(), 0, result.size);
  return result;
}

}  // namespace heddle::transform
