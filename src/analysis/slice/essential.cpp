#include "analysis/slice/essential.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "analysis/library.h"

namespace heddle::analysis {
namespace {

using core::Extent;
using core::library::Effect;
using core::library::Fails;
using core::library::InLoop;
using Kind = core::DependenceGraph::Kind;

std::optional<Essential> ofLibrary(const llvm::Function& callee) {
  const core::library::Facts& facts = factsOf(callee);
  if (facts.fails != Fails::Never)
    return Essential{facts.fails == Fails::Always ? Extent::Whether : Extent::Whole, Kind::Assertion};
  if (facts.effect == Effect::Allocates) return Essential{Extent::Whole, Kind::Allocates};
  if (facts.effect == Effect::Frees || facts.effect == Effect::Prints || facts.printsText || facts.isPure)
    return std::nullopt;
  if (facts.inLoop == InLoop::Assumes || facts.mayBlock) return Essential{Extent::Whole, Kind::Waits};
  const bool isUnknown = facts.effect == Effect::Unknown && !facts.isEvents;
  return Essential{Extent::Whole, isUnknown ? Kind::Library : Kind::Synchronises};
}

}  // namespace

std::optional<Essential> essential(const llvm::Instruction& instruction) {
  if (const auto* object = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    if (object->isStaticAlloca()) return std::nullopt;
    return Essential{Extent::Whole, Kind::Allocates};  // where the next ones lie depends on its size
  }
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call) return std::nullopt;
  if (call->isInlineAsm()) return Essential{Extent::Whole, Kind::Library};
  const auto* const callee = llvm::dyn_cast<llvm::Function>(call->getCalledOperand()->stripPointerCastsAndAliases());
  if (callee && callee->isIntrinsic()) {
    if (!call->doesNotReturn()) return std::nullopt;
    return Essential{Extent::Whether, Kind::Assertion};  // a trap
  }
  if (callee && !callee->isDeclaration()) return std::nullopt;
  if (!callee) return std::nullopt;  // what it may enter is known, or that nothing is
  if (auto known = ofLibrary(*callee)) return known;
  if (call->doesNotReturn()) return Essential{Extent::Whether, Kind::Ends};
  return std::nullopt;
}

}  // namespace heddle::analysis
