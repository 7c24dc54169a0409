#include "transform/assumptions.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::transform {
namespace {

using llvm::Attribute;

llvm::AttributeMask forFunctions() {
  llvm::AttributeMask mask;
  for (const Attribute::AttrKind kind :
       {Attribute::Memory, Attribute::NoSync, Attribute::NoFree, Attribute::NoRecurse, Attribute::WillReturn,
        Attribute::MustProgress, Attribute::Speculatable, Attribute::AllocKind, Attribute::AllocSize,
        Attribute::Builtin, Attribute::NoCallback, Attribute::OptimizeNone, Attribute::OptimizeForSize,
        Attribute::MinSize, Attribute::StackProtect, Attribute::StackProtectReq, Attribute::StackProtectStrong}) {
    mask.addAttribute(kind);
  }
  mask.addAttribute("alloc-family");
  return mask;
}

llvm::AttributeMask forValues() {
  llvm::AttributeMask mask;
  for (const Attribute::AttrKind kind :
       {Attribute::Dereferenceable, Attribute::DereferenceableOrNull, Attribute::NonNull, Attribute::NoAlias,
        Attribute::NoCapture, Attribute::ReadOnly, Attribute::ReadNone, Attribute::WriteOnly, Attribute::Writable,
        Attribute::NoFree, Attribute::Returned, Attribute::DeadOnUnwind, Attribute::NoUndef, Attribute::Range}) {
    mask.addAttribute(kind);
  }
  return mask;
}

llvm::AttributeList strip(llvm::LLVMContext& context, llvm::AttributeList list, unsigned parameters) {
  static const llvm::AttributeMask functions = forFunctions(), values = forValues();
  list = list.removeFnAttributes(context, functions).removeRetAttributes(context, values);
  for (unsigned i = 0; i < parameters; ++i) list = list.removeParamAttributes(context, i, values);
  return list;
}

constexpr unsigned kPromises[] = {llvm::LLVMContext::MD_range,
                                  llvm::LLVMContext::MD_nonnull,
                                  llvm::LLVMContext::MD_noundef,
                                  llvm::LLVMContext::MD_align,
                                  llvm::LLVMContext::MD_dereferenceable,
                                  llvm::LLVMContext::MD_dereferenceable_or_null,
                                  llvm::LLVMContext::MD_invariant_load,
                                  llvm::LLVMContext::MD_invariant_group,
                                  llvm::LLVMContext::MD_tbaa,
                                  llvm::LLVMContext::MD_tbaa_struct,
                                  llvm::LLVMContext::MD_alias_scope,
                                  llvm::LLVMContext::MD_noalias};

// Of the notes on a loop the one that it ends, which the loop keeps when what it does not end for (volatile accesses, a
// barrier) is gone.
void dropProgress(llvm::Instruction& branch) {
  llvm::MDNode* const notes = branch.getMetadata(llvm::LLVMContext::MD_loop);
  if (notes == nullptr || llvm::findOptionMDForLoopID(notes, "llvm.loop.mustprogress") == nullptr) return;
  branch.setMetadata(llvm::LLVMContext::MD_loop,
                     llvm::makePostTransformationMetadata(branch.getContext(), notes, {"llvm.loop.mustprogress"}, {}));
}

void dropFrom(llvm::Instruction& instruction) {
  dropProgress(instruction);
  for (const unsigned promise : kPromises) instruction.setMetadata(promise, nullptr);
  auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call || llvm::isa<llvm::IntrinsicInst>(call)) return;
  call->setAttributes(strip(call->getContext(), call->getAttributes(), call->arg_size()));
}

}  // namespace

void dropAssumptions(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isIntrinsic()) continue;
    function.setAttributes(strip(module.getContext(), function.getAttributes(), function.arg_size()));
    for (llvm::BasicBlock& block : function) {
      for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) {
        dropFrom(instruction);
        if (llvm::isa<llvm::AssumeInst, llvm::NoAliasScopeDeclInst>(instruction)) instruction.eraseFromParent();
      }
    }
  }
}

void dropLinkerNotes(llvm::Module& module) {
  for (const char* name : {"llvm.used", "llvm.compiler.used", "llvm.global.annotations"}) {
    if (llvm::GlobalVariable* list = module.getNamedGlobal(name)) list->eraseFromParent();
  }
  for (llvm::GlobalAlias& alias : llvm::make_early_inc_range(module.aliases())) {
    alias.replaceAllUsesWith(alias.getAliasee());
    alias.eraseFromParent();
  }
  module.setModuleInlineAsm("");
}

}  // namespace heddle::transform
