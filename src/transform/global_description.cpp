#include "transform/global_description.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Module.h>

namespace heddle::transform {

core::Global describeGlobal(const llvm::GlobalVariable& variable, Context& context) {
  core::Global result;
  result.size = variable.getDataLayout().getTypeAllocSize(variable.getValueType());
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> expressions;
  variable.getDebugInfo(expressions);
  if (expressions.empty()) {
    result.name = llvm::demangle(variable.getName());
    return result;
  }
  const llvm::DIGlobalVariable* source = expressions.front()->getVariable();
  result.name = qualifiedName(source->getScope(), source->getName());
  result.file = context.places.pathOf(source->getFile());
  result.line = source->getLine();
  result.type = context.types.of(source->getType());
  return result;
}

}  // namespace heddle::transform
