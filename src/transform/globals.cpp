#include "transform/globals.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>

#include "core/hooks.h"
#include "core/layout.h"
#include "transform/global_description.h"
#include "transform/memory_image.h"

namespace heddle::transform {
namespace {

namespace region = core::layout;

bool moves(const llvm::GlobalVariable& variable) {
  return variable.hasInitializer() && !variable.hasAvailableExternallyLinkage() && !variable.isConstant() &&
         !variable.isThreadLocal() && !variable.hasAppendingLinkage() && !variable.getName().starts_with("llvm.");
}

// Where debuggers find a variable that has moved. They know the image, a variable of the module; what they add to no
// times its address is where the variable is.
void describeAt(std::uint64_t address, const llvm::GlobalVariable& variable, llvm::GlobalVariable& image) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> known;
  variable.getDebugInfo(known);
  llvm::LLVMContext& context = variable.getContext();
  namespace dwarf = llvm::dwarf;
  for (const llvm::DIGlobalVariableExpression* const one : known) {
    if (one->getExpression()->getNumElements() != 0) continue;
    auto* const place =
        llvm::DIExpression::get(context, {dwarf::DW_OP_constu, 0, dwarf::DW_OP_mul, dwarf::DW_OP_plus_uconst, address});
    image.addDebugInfo(llvm::DIGlobalVariableExpression::get(context, one->getVariable(), place));
  }
}

}  // namespace

std::optional<Diagnostic> moveGlobals(Context& context, core::ProgramInfo& info) {
  llvm::Module& module = context.module;
  const llvm::DataLayout& layout = module.getDataLayout();
  MemoryImage image(module);
  std::vector<llvm::GlobalVariable*> moved;
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (!moves(variable)) continue;
    const llvm::Align align = variable.getAlign().value_or(layout.getPreferredAlign(&variable));
    core::Global described = describeGlobal(variable, context);
    described.address = region::kGlobals + image.place(variable.getInitializer(), align, region::kRedZone);
    if (described.address + described.size > region::kGlobals + region::kGlobalsSize) {
      return Diagnostic{"the global variables need more than " + std::to_string(region::kGlobalsSize >> 30) +
                        " GiB: make '" + described.name + "' smaller"};
    }
    info.globals.push_back(std::move(described));
    moved.push_back(&variable);
  }
  if (moved.empty()) return std::nullopt;
  info.globalsSize = image.define(core::hooks::kGlobalsImage, region::kRedZone);
  llvm::GlobalVariable& whole = *module.getNamedGlobal(core::hooks::kGlobalsImage);
  llvm::Type* word = llvm::Type::getInt64Ty(module.getContext());
  for (std::size_t i = 0; i < moved.size(); ++i) {
    llvm::Constant* address = llvm::ConstantInt::get(word, info.globals[i].address);
    describeAt(info.globals[i].address, *moved[i], whole);
    moved[i]->replaceAllUsesWith(llvm::ConstantExpr::getIntToPtr(address, moved[i]->getType()));
    moved[i]->eraseFromParent();
  }
  return std::nullopt;
}

}  // namespace heddle::transform
