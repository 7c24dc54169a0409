#include "transform/decided_assertions.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/CorrelatedValuePropagation.h>
#include <llvm/Transforms/Scalar/JumpThreading.h>
#include <llvm/Transforms/Scalar/SCCP.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include <vector>

#include "analysis/library.h"
#include "transform/assumptions.h"
#include "transform/own_variables.h"
#include "transform/pipeline.h"

namespace heddle::transform {
namespace {

constexpr llvm::StringLiteral kMayFail = "may fail";  // in no table: what it does is not known

// What LLVM may choose, and what it may conclude from undefined behaviour: both are as machines have them.
class Definite {
 public:
  explicit Definite(llvm::Module& module)
      : module_(module), mayFail_(module.getOrInsertFunction(kMayFail, llvm::Type::getVoidTy(module.getContext()))) {}

  void make(llvm::Instruction& instruction) {
    instruction.dropPoisonGeneratingAnnotations();
    instruction.dropUBImplyingAttrsAndMetadata();
    for (llvm::Use& operand : instruction.operands())
      if (llvm::isa<llvm::UndefValue>(operand) && operand->getType()->isFirstClassType())
        operand.set(any(operand->getType(), placeOf(operand)));
    if (mayShiftTooFar(instruction)) instruction.replaceAllUsesWith(any(instruction.getType(), instruction));
    if (hasImmediateFlag(instruction)) instruction.setOperand(1, llvm::ConstantInt::getFalse(module_.getContext()));
    if (llvm::isa<llvm::UnreachableInst>(instruction) && isReached(instruction))
      llvm::IRBuilder<>(&instruction).CreateCall(mayFail_);
  }

 private:
  static llvm::Instruction& placeOf(const llvm::Use& use) {
    auto* const user = llvm::cast<llvm::Instruction>(use.getUser());
    auto* const phi = llvm::dyn_cast<llvm::PHINode>(user);
    return phi ? *phi->getIncomingBlock(use)->getTerminator() : *user;
  }

  static bool mayShiftTooFar(const llvm::Instruction& instruction) {
    if (!instruction.isShift()) return false;
    const auto* const by = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
    return !by || by->getValue().uge(instruction.getType()->getScalarSizeInBits());
  }

  // Whether the smallest number, or 0, is none that it is asked about.
  static bool hasImmediateFlag(const llvm::Instruction& instruction) {
    const auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (!call) return false;
    const llvm::Intrinsic::ID asked = call->getIntrinsicID();
    return asked == llvm::Intrinsic::abs || asked == llvm::Intrinsic::ctlz || asked == llvm::Intrinsic::cttz;
  }

  // Not after a call that does not return.
  static bool isReached(const llvm::Instruction& end) {
    const auto* const call = llvm::dyn_cast_or_null<llvm::CallBase>(end.getPrevNode());
    return !call || !call->doesNotReturn();
  }

  llvm::Value* any(llvm::Type* type, llvm::Instruction& place) {
    auto* const variable = new llvm::GlobalVariable(module_, type, /*isConstant=*/false,
                                                    llvm::GlobalValue::ExternalLinkage, nullptr, "any");
    return llvm::IRBuilder<>(&place).CreateLoad(type, variable, /*isVolatile=*/true);
  }

  llvm::Module& module_;
  llvm::FunctionCallee mayFail_;
};

// What it reads may be anything.
void forget(llvm::Instruction& access) {
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&access)) load->setVolatile(true);
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&access)) store->setVolatile(true);
  if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&access)) update->setVolatile(true);
  if (auto* update = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&access)) update->setVolatile(true);
  if (auto* range = llvm::dyn_cast<llvm::MemIntrinsic>(&access))
    range->setVolatile(llvm::ConstantInt::getTrue(access.getContext()));
}

llvm::FunctionPassManager onValues() {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::SCCPPass());
  passes.addPass(llvm::JumpThreadingPass());
  passes.addPass(llvm::CorrelatedValuePropagationPass());
  passes.addPass(llvm::ADCEPass());
  return passes;
}

void decide(llvm::Module& module) {
  llvm::ModulePassManager passes;
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(onValues()));
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(onValues()));  // with what the first time has left
  passes.addPass(llvm::GlobalDCEPass());
  Pipeline(module).run(passes);
}

// What is not known may fail, and so may what throws: nobody may handle it.
bool mayFail(const llvm::Function& callee) {
  if (callee.isIntrinsic()) return callee.doesNotReturn() || callee.getIntrinsicID() == llvm::Intrinsic::debugtrap;
  if (!callee.isDeclaration()) return false;  // its code is here
  const core::library::Row* const row = core::library::find(callee.getName());
  if (row == nullptr || row->implementation == core::library::Implementation::Refused) return true;
  const bool isKnown = row->facts.effect != core::library::Effect::Unknown || row->facts.isEvents;
  return !isKnown || row->facts.fails != core::library::Fails::Never || callee.getName().starts_with("_Z");
}

bool mayFail(const llvm::Instruction& instruction) {
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call) return false;
  const auto* const callee = llvm::dyn_cast<llvm::Function>(call->getCalledOperand());
  return !callee || mayFail(*callee);
}

// Others may call it that are not seen.
bool isPassedOn(const llvm::Function& function) {
  return llvm::any_of(function.uses(), [](const llvm::Use& use) {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    return !call || !call->isCallee(&use);
  });
}

}  // namespace

bool mayFail(llvm::Module& module) {
  dropAssumptions(module);
  takeOwnVariables(module);
  std::vector<llvm::Instruction*> instructions;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function)) instructions.push_back(&instruction);
  Definite definite(module);
  for (llvm::Instruction* instruction : instructions) {
    forget(*instruction);
    definite.make(*instruction);
  }
  decide(module);
  return llvm::any_of(module, [](const llvm::Function& function) {
    if (function.isDeclaration()) return isPassedOn(function) && mayFail(function);
    return llvm::any_of(llvm::instructions(function),
                        [](const llvm::Instruction& instruction) { return mayFail(instruction); });
  });
}

}  // namespace heddle::transform
