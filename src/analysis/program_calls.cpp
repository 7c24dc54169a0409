#include "analysis/program_calls.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>

#include "analysis/library.h"
#include "core/hooks.h"

namespace heddle::analysis {
namespace {

using Kind = LibraryCall::Kind;
using core::library::Effect;

const llvm::Function* calleeOf(const llvm::CallBase& call) {
  return llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
}

// What is known of a function that starts a thread; null if the call starts none.
const core::library::Facts* startingOf(const llvm::CallBase& call) {
  const llvm::Function* const callee = calleeOf(call);
  if (!callee || !callee->isDeclaration()) return nullptr;
  const core::library::Facts& facts = factsOf(*callee);
  return facts.effect == Effect::Starts && call.arg_size() > facts.argument ? &facts : nullptr;
}

bool mayCarryPointer(const llvm::Type& type) { return type.isPtrOrPtrVectorTy() || type.isAggregateType(); }

// Whether a format has `%n`, which writes.
bool mayCount(const llvm::Value& format) {
  llvm::StringRef text;
  if (!llvm::getConstantStringInfo(&format, text)) return true;
  while (text.contains('%')) {
    text = text.split('%').second.ltrim("0123456789$ #+-'.*hlLqjzt");
    if (text.starts_with("n")) return true;
    text = text.drop_front(text.empty() ? 0 : 1);  // the letter, or a second `%`
  }
  return false;
}

void gatherFunctions(const llvm::Constant& constant, ProgramCalls::Functions& found) {
  if (const auto* function = llvm::dyn_cast<llvm::Function>(&constant)) {
    found.push_back(function);
    return;
  }
  for (const llvm::Value* operand : constant.operand_values())
    if (const auto* part = llvm::dyn_cast<llvm::Constant>(operand)) gatherFunctions(*part, found);
}

}  // namespace

LibraryCall libraryCall(const llvm::CallBase& call) {
  const llvm::Function* const callee = calleeOf(call);
  if (call.isInlineAsm()) return {};
  if (!callee) return {};
  const core::library::Facts& facts = factsOf(*callee);
  switch (facts.effect) {
    case Effect::None:
      return {.kind = callee->getReturnType()->isPointerTy() ? Kind::Unknown : Kind::Known, .learns = false};
    case Effect::Writes: return {.kind = Kind::Known, .learns = false, .writes = true};
    case Effect::Prints:
      if (call.arg_size() <= facts.format) break;
      return {.kind = Kind::Known, .learns = false, .writes = mayCount(*call.getArgOperand(facts.format))};
    case Effect::Tells: return {.kind = Kind::Known};
    case Effect::Synchronises: return {.kind = Kind::Known, .synchronises = true};
    case Effect::Joins: return {.kind = Kind::Known, .synchronises = true, .writes = true};
    case Effect::Starts:
      if (!startingOf(call)) break;
      return {.kind = Kind::Starts, .learns = false, .writes = true};
    case Effect::EndsThread:
      // What it gives to whoever joins is not followed. What runs at the end of a thread runs as well if that returns.
      if (call.arg_size() != 1 || !llvm::isa<llvm::ConstantPointerNull>(call.getArgOperand(0))) break;
      return {.kind = Kind::Known, .learns = false};
    case Effect::Allocates:
    case Effect::ErrorNumber: return {.kind = Kind::Allocates, .learns = false};
    case Effect::Frees: return {.kind = Kind::Frees, .learns = false};
    case Effect::Unknown: break;
  }
  const bool isAboutNumbers = !mayCarryPointer(*call.getType()) && llvm::none_of(call.args(), [](const llvm::Use& use) {
    return mayCarryPointer(*use->getType());
  });
  return {.kind = isAboutNumbers ? Kind::Known : Kind::Unknown};
}

bool makesNewObject(const llvm::CallBase& call) {
  const llvm::Function* const callee = calleeOf(call);
  return callee && callee->isDeclaration() && factsOf(*callee).effect == Effect::Allocates;
}

ProgramCalls::ProgramCalls(const llvm::Module& module) {
  const auto gather = [&](const char* name, Functions& found) {
    const auto* const list = module.getGlobalVariable(name);
    if (list && list->hasInitializer()) gatherFunctions(*list->getInitializer(), found);
  };
  gather("llvm.global_ctors", constructors_);
  gather("llvm.global_dtors", destructors_);
  for (const llvm::Function& function : module) {
    if (function.isIntrinsic() || !function.hasAddressTaken() || function.getName() == core::library::kPersonality)
      continue;
    if (function.isDeclaration())
      hasExternalAddresses_ = true;
    else
      addressTaken_.push_back(&function);
  }
}

bool ProgramCalls::isEnteredFromOutside(const llvm::Function& function) const {
  return !function.hasLocalLinkage() && function.getName() != core::hooks::kMain;
}

bool ProgramCalls::mayLeave(const llvm::CallBase& call) const { return !calleeOf(call) && hasExternalAddresses_; }

ProgramCalls::Functions ProgramCalls::targetsOf(const llvm::CallBase& call) const {
  if (call.isInlineAsm()) return {};
  const llvm::Function* const callee = calleeOf(call);
  if (!callee) return addressTaken_;
  return callee->isDeclaration() ? Functions{} : Functions{callee};
}

ProgramCalls::Functions ProgramCalls::startedBy(const llvm::CallBase& call) const {
  const core::library::Facts* const starting = startingOf(call);
  if (!starting) return {};
  const auto* function =
      llvm::dyn_cast<llvm::Function>(call.getArgOperand(starting->function)->stripPointerCastsAndAliases());
  return function && !function->isDeclaration() ? Functions{function} : addressTaken_;
}

const llvm::Use& ProgramCalls::argumentOf(const llvm::CallBase& starting) {
  return starting.getArgOperandUse(startingOf(starting)->argument);
}

bool ProgramCalls::isPassedOn(const llvm::Use& argument) {
  const auto& call = *llvm::cast<llvm::CallBase>(argument.getUser());
  const core::library::Facts* const starting = startingOf(call);
  const unsigned index = call.getArgOperandNo(&argument);
  return starting && (index == starting->function || index == starting->argument);
}

bool ProgramCalls::isWhereToStart(const llvm::Use& use) {
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
  if (!call || !call->isArgOperand(&use)) return false;
  const core::library::Facts* const starting = startingOf(*call);
  return starting && call->getArgOperandNo(&use) == starting->function;
}

}  // namespace heddle::analysis
