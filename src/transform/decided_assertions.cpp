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
#include "analysis/slice/essential.h"
#include "transform/own_variables.h"
#include "transform/pipeline.h"

namespace heddle::transform {
namespace {

// Values that LLVM may choose, and what it may conclude from operations that must not overflow: both are as the machine
// has them.
class Definite {
 public:
  explicit Definite(llvm::Module& module) : module_(module) {}

  void make(llvm::Instruction& instruction) {
    instruction.dropPoisonGeneratingAnnotations();
    instruction.dropUBImplyingAttrsAndMetadata();
    for (llvm::Use& operand : instruction.operands())
      if (llvm::isa<llvm::UndefValue>(operand) && operand->getType()->isFirstClassType()) operand.set(anyAt(operand));
  }

 private:
  llvm::Value* anyAt(llvm::Use& use) {
    auto* place = llvm::cast<llvm::Instruction>(use.getUser());
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(place)) place = phi->getIncomingBlock(use)->getTerminator();
    llvm::Type* const type = use->getType();
    auto* const any = new llvm::GlobalVariable(module_, type, /*isConstant=*/false, llvm::GlobalValue::ExternalLinkage,
                                               nullptr, "any");
    return llvm::IRBuilder<>(place).CreateLoad(type, any, /*isVolatile=*/true);
  }

  llvm::Module& module_;
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

// An assertion, or what ends the program otherwise than a thread or exit() does: an exception that nobody handles.
bool isFailure(const llvm::Instruction& instruction) {
  const auto essential = analysis::essential(instruction);
  if (essential && essential->kind == core::DependenceGraph::Kind::Assertion) return true;
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function* const callee = call ? call->getCalledFunction() : nullptr;
  if (!call || !call->doesNotReturn() || (callee && !callee->isDeclaration())) return false;
  return !callee ||
         (callee->getName() != "exit" && analysis::factsOf(*callee).effect != core::library::Effect::EndsThread);
}

}  // namespace

bool mayFail(llvm::Module& module) {
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
  return llvm::any_of(
      module, [](const llvm::Function& function) { return llvm::any_of(llvm::instructions(function), isFailure); });
}

}  // namespace heddle::transform
