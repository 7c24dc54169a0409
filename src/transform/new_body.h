// Another body for a function: what it had is gone, and the builder stands at the beginning.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>

namespace heddle::transform {

class NewBody {
 public:
  explicit NewBody(llvm::Function& function) : builder(emptied(function)) {
    if (llvm::DISubprogram* const source = function.getSubprogram())
      builder.SetCurrentDebugLocation(llvm::DILocation::get(function.getContext(), source->getLine(), 0, source));
  }

  llvm::IRBuilder<> builder;

 private:
  static llvm::BasicBlock* emptied(llvm::Function& function) {
    llvm::Comdat* const comdat = function.getComdat();
    const auto linkage = function.isDeclaration() ? llvm::GlobalValue::InternalLinkage : function.getLinkage();
    llvm::DISubprogram* const source = function.getSubprogram();
    function.deleteBody();
    function.setLinkage(linkage);
    function.setComdat(comdat);
    function.setSubprogram(source);
    function.setPersonalityFn(nullptr);
    return llvm::BasicBlock::Create(function.getContext(), "", &function);
  }
};

}  // namespace heddle::transform
