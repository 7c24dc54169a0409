#include "analysis/loops/known_calls.h"

#include <llvm/ADT/STLExtras.h>

#include "analysis/library.h"
#include "analysis/loops/error_number.h"
#include "core/hooks.h"

namespace heddle::analysis {
namespace {

using core::library::InLoop;

}  // namespace

const llvm::Function* externalCallee(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->isDeclaration() ? callee : nullptr;
}

bool takesOnlyTime(const llvm::CallBase& call) {
  const llvm::Function* callee = externalCallee(call);
  return callee && factsOf(*callee).inLoop == InLoop::TakesTime;
}

const llvm::Value* sleepsFor(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration()) return nullptr;
  const core::library::Facts& facts = factsOf(*callee);
  if (facts.inLoop != InLoop::Sleeps || facts.time >= call.arg_size()) return nullptr;
  const llvm::Value* const time = call.getArgOperand(facts.time);
  return facts.setsErrnoIfInvalid && setsErrorNumber(call, *time) ? nullptr : time;
}

bool isChoice(const llvm::Function& callee) { return factsOf(callee).inLoop == InLoop::Chooses; }

// A robust mutex whose owner has ended answers EOWNERDEAD, and is taken.
bool isTry(const llvm::Function& callee) {
  if (factsOf(callee).inLoop != InLoop::Tries) return false;
  return llvm::none_of(*callee.getParent(), [](const llvm::Function& other) { return factsOf(other).makesRobust; });
}

bool isEvents(const llvm::Function& callee) { return factsOf(callee).isEvents; }

bool isIterationCheck(const llvm::Function& callee) { return factsOf(callee).inLoop == InLoop::Checks; }

bool isAssume(const llvm::Instruction& instruction) {
  const llvm::Function* callee = externalCallee(instruction);
  return callee && callee->arg_size() != 0 && factsOf(*callee).inLoop == InLoop::Assumes;
}

bool isPureIteration(const llvm::Instruction& instruction) {
  const llvm::Function* callee = externalCallee(instruction);
  return callee && callee->getName() == core::hooks::kPureIteration;
}

}  // namespace heddle::analysis
