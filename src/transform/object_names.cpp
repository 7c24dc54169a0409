// Works backwards from the pointer to a variable, then forwards through the
// variable's type: a GEP is a member or an index, a load follows a pointer.
#include "transform/object_names.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <optional>

#include "analysis/underlying_object.h"
#include "transform/debug_types.h"
#include "transform/source_place.h"

namespace heddle::transform {
namespace {

constexpr unsigned kMaxDepth = 6;  // a longer path helps nobody

// The memory at `offset` from what `text` names.
struct Named {
  std::string text;
  const llvm::DIType* type = nullptr;
  std::int64_t offset = 0;
  bool throughPointer = false;  // `text` is a pointer to it: "->" and "*"
  unsigned dimension = 0;       // array dimensions already indexed
  // The object that a pointer leads to, and how far into it this is.
  const llvm::DIType* base = nullptr;
  std::int64_t inBase = 0;
  bool isNameless = false;  // only the types are known
};

std::optional<Named> named(llvm::Value* pointer, unsigned depth);

std::string member(const Named& object, llvm::StringRef name) {
  return object.text + (object.throughPointer ? "->" : ".") + name.str();
}

std::string indexed(const Named& object, llvm::StringRef index) {
  const bool pointerToArray = object.throughPointer && dimensionsOf(object.type) > object.dimension;
  return (pointerToArray ? "(*" + object.text + ")" : object.text) + "[" + index.str() + "]";
}

// One step towards the part that holds [offset, offset + bytes); false at the end.
bool descend(Named& object, std::uint64_t bytes) {
  if (isOpaque(object.type) || object.offset < 0) return false;
  const auto offset = static_cast<std::uint64_t>(object.offset);
  if (const auto shape = arrayShape(object.type, object.dimension)) {
    if (shape->stride == 0 || offset % shape->stride + bytes > shape->stride) return false;
    const bool innermost = object.dimension + 1 == dimensionsOf(object.type);
    object = {indexed(object, std::to_string(offset / shape->stride)),
              innermost ? elementOf(object.type) : object.type,
              static_cast<std::int64_t>(offset % shape->stride),
              false,
              innermost ? 0 : object.dimension + 1,
              object.base,
              object.inBase,
              object.isNameless};
    return true;
  }
  std::optional<Member> found;
  forEachMember(object.type, [&](const Member& part) {
    if (!found && part.offset <= offset && offset + bytes <= part.offset + std::max<std::uint64_t>(part.bytes, 1)) {
      found = part;
    }
  });
  if (!found) return false;
  if (!found->name.empty()) {
    object.text = member(object, found->name);
    object.throughPointer = false;
  }
  object.type = found->type;
  object.offset -= static_cast<std::int64_t>(found->offset);
  return true;
}

bool isWhole(const Named& object, std::uint64_t bytes, Extent extent) {
  if (object.offset != 0 || bytesOf(object.type) > bytes) return false;
  return extent == Extent::Whole || !llvm::isa_and_nonnull<llvm::DICompositeType>(strippedType(object.type));
}

// The smallest part that holds the access.
void settle(Named& object, std::uint64_t bytes, Extent extent) {
  for (unsigned step = 0; step < 16 && !isWhole(object, bytes, extent); ++step) {
    if (!descend(object, bytes == kAnyLength ? 1 : bytes)) return;
  }
}

// Variables inside the standard library's headers say nothing to the user.
bool isUsable(const llvm::DILocalVariable* variable) {
  return !variable->getName().empty() && !isSystemFile(variable->getScope()->getFile());
}

bool isBetter(const llvm::DILocalVariable* candidate, const llvm::DILocalVariable* best) {
  return isUsable(candidate) && (!best || best->isArtificial());
}

llvm::SmallVector<const llvm::DILocalVariable*, 4> variablesWith(llvm::Value* pointer) {
  llvm::SmallVector<llvm::DbgValueInst*, 1> ignored;
  llvm::SmallVector<llvm::DbgVariableRecord*, 4> records;
  llvm::findDbgValues(ignored, pointer, &records);
  llvm::SmallVector<const llvm::DILocalVariable*, 4> variables;
  for (const llvm::DbgVariableRecord* record : records)
    if (record->getExpression()->getNumElements() == 0) variables.push_back(record->getVariable());
  return variables;
}

// The source variable whose *value* is this pointer.
std::optional<Named> followedVariable(llvm::Value* pointer) {
  const llvm::DILocalVariable* best = nullptr;
  for (const llvm::DILocalVariable* variable : variablesWith(pointer))
    if (isBetter(variable, best)) best = variable;
  if (!best || !pointeeOf(best->getType())) return std::nullopt;
  const llvm::DIType* const pointee = pointeeOf(best->getType());
  return Named{best->getName().str(), pointee, 0, !isReference(best->getType()), 0, pointee};
}

// What a variable of the library points to, the largest: its name says nothing, but what the object is does.
std::optional<Named> followedInLibrary(llvm::Value* pointer) {
  const llvm::DIType* best = nullptr;
  for (const llvm::DILocalVariable* variable : variablesWith(pointer)) {
    const llvm::DIType* const pointee = strippedType(pointeeOf(variable->getType()));
    if (llvm::isa_and_nonnull<llvm::DICompositeType>(pointee) && (!best || bytesOf(pointee) > bytesOf(best)))
      best = pointee;
  }
  if (!best) return std::nullopt;
  return Named{"", best, 0, true, 0, best, 0, /*isNameless=*/true};
}

// The source variable that *is* the memory at this pointer.
const llvm::DILocalVariable* declaredAt(llvm::Value* pointer) {
  for (const llvm::DbgVariableRecord* record : llvm::findDVRDeclares(pointer)) {
    const llvm::DILocalVariable* variable = record->getVariable();
    if (record->getExpression()->getNumElements() == 0 && isUsable(variable)) return variable;
  }
  return nullptr;
}

std::optional<Named> ofGlobal(const llvm::GlobalVariable& global) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> expressions;
  global.getDebugInfo(expressions);
  if (expressions.empty()) {
    // The compiler's own, such as the guard of a static local; not its literals.
    if (global.getName().starts_with(".")) return std::nullopt;
    return Named{llvm::demangle(global.getName())};
  }
  const llvm::DIGlobalVariable* variable = expressions.front()->getVariable();
  return Named{qualifiedName(variable->getScope(), variable->getName()), variable->getType()};
}

std::optional<Named> ofConstant(const llvm::ConstantExpr& address) {
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(analysis::underlyingObject(&address));
  if (!global) return std::nullopt;
  llvm::APInt offset(64, 0);
  address.stripAndAccumulateConstantOffsets(global->getDataLayout(), offset, /*AllowNonInbounds=*/true);
  auto result = ofGlobal(*global);
  if (result) result->offset += offset.getSExtValue();
  return result;
}

// The name of an index, if it is a variable.
std::string indexName(llvm::Value* index) {
  while (const auto* cast = llvm::dyn_cast<llvm::CastInst>(index)) index = cast->getOperand(0);
  llvm::SmallVector<llvm::DbgValueInst*, 1> ignored;
  llvm::SmallVector<llvm::DbgVariableRecord*, 4> records;
  llvm::findDbgValues(ignored, index, &records);
  const llvm::DILocalVariable* best = nullptr;
  for (const llvm::DbgVariableRecord* record : records) {
    if (isBetter(record->getVariable(), best)) best = record->getVariable();
  }
  return best ? best->getName().str() : "…";
}

std::optional<Named> ofElement(llvm::GEPOperator& gep, unsigned depth) {
  auto base = named(gep.getPointerOperand(), depth + 1);
  if (!base) return std::nullopt;
  const auto& layout = llvm::cast<llvm::Instruction>(gep).getDataLayout();
  llvm::APInt constant(64, 0);
  llvm::MapVector<llvm::Value*, llvm::APInt> scaled;
  if (!gep.collectOffset(layout, 64, scaled, constant)) return std::nullopt;
  base->offset += constant.getSExtValue();
  base->inBase += constant.getSExtValue();
  if (scaled.empty()) return base;
  if (scaled.size() != 1) return std::nullopt;

  const auto& [index, scale] = scaled.front();
  const std::uint64_t stride = scale.getZExtValue();
  if (base->throughPointer && base->offset == 0 && bytesOf(base->type) == stride) {
    return Named{indexed(*base, indexName(index)), base->type, 0, false, 0, base->type, 0, base->isNameless};
  }
  for (unsigned step = 0; step < 16; ++step) {
    const auto shape = arrayShape(base->type, base->dimension);
    if (shape && shape->stride == stride && base->offset == 0) {
      const bool innermost = base->dimension + 1 == dimensionsOf(base->type);
      const llvm::DIType* const element = innermost ? elementOf(base->type) : base->type;
      return Named{indexed(*base, indexName(index)),
                   element,
                   0,
                   false,
                   innermost ? 0 : base->dimension + 1,
                   base->base && innermost ? element : nullptr,
                   0,
                   base->isNameless};
    }
    if (!descend(*base, 1)) return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Named> ofLoadedPointer(llvm::LoadInst& load, unsigned depth) {
  auto holder = named(load.getPointerOperand(), depth + 1);
  if (!holder) return std::nullopt;
  settle(*holder, 8, Extent::Scalar);
  const llvm::DIType* pointee = pointeeOf(holder->type);
  if (holder->offset != 0 || !pointee) return std::nullopt;
  const std::string text = holder->throughPointer ? "(*" + holder->text + ")" : holder->text;
  return Named{text, pointee, 0, !isReference(holder->type), 0, pointee, 0, holder->isNameless};
}

std::optional<Named> named(llvm::Value* pointer, unsigned depth) {
  if (depth > kMaxDepth) return std::nullopt;
  if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(pointer)) return ofGlobal(*global);
  if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(pointer)) {
    if (call->getIntrinsicID() == llvm::Intrinsic::threadlocal_address) return named(call->getArgOperand(0), depth);
  }
  if (auto* constant = llvm::dyn_cast<llvm::ConstantExpr>(pointer)) return ofConstant(*constant);
  if (const auto* variable = declaredAt(pointer)) return Named{variable->getName().str(), variable->getType()};
  std::optional<Named> nameless;  // better than nothing
  const auto orLater = [&](std::optional<Named> object) {
    if (!object || !object->isNameless) return object;
    nameless = std::move(object);
    return std::optional<Named>();
  };
  if (auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(pointer))
    if (auto element = orLater(ofElement(*llvm::cast<llvm::GEPOperator>(gep), depth))) return element;
  if (auto variable = followedVariable(pointer)) return variable;
  if (auto* cast = llvm::dyn_cast<llvm::IntToPtrInst>(pointer)) return named(cast->getOperand(0), depth + 1);
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(pointer))
    if (auto object = orLater(ofLoadedPointer(*load, depth))) return object;
  return nameless ? nameless : followedInLibrary(pointer);
}

}  // namespace

const llvm::DILocalVariable* variableIn(llvm::AllocaInst& alloca) { return declaredAt(&alloca); }

SourceObject sourceObject(llvm::Value* pointer, std::uint64_t bytes, Extent extent) {
  auto object = named(pointer, 0);
  if (!object) return {};
  settle(*object, bytes, extent);
  SourceObject result;
  if (object->offset >= 0) result.value = typeAt(object->type, static_cast<std::uint64_t>(object->offset), bytes);
  if (object->base && object->inBase >= 0) {
    result.base = object->base;
    result.offset = static_cast<std::uint64_t>(object->inBase);
  }
  if (!object->isNameless && (object->offset == 0 || isOpaque(object->type)))
    result.name = object->throughPointer ? "*" + object->text : object->text;
  return result;
}

void SourceObject::describe(core::Site& site, TypeNumbers& types) const {
  site.object = name;
  site.value = types.of(value);
  site.base = types.of(base);
  site.offset = offset;
}

}  // namespace heddle::transform
