#include "symbolic/lifetimes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "analysis/program_calls.h"
#include "analysis/statements.h"
#include "symbolic/library_action.h"

namespace heddle::symbolic {
namespace {

constexpr unsigned kMostMarkers = 100'000;            // where threads exit
constexpr llvm::StringLiteral kKept = "heddle.kept";  // copied with the variable

llvm::IntrinsicInst* asMarker(llvm::User* user) {
  auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(user);
  return call && call->isLifetimeStartOrEnd() ? call : nullptr;
}

bool isEnd(const llvm::IntrinsicInst& marker) { return marker.getIntrinsicID() == llvm::Intrinsic::lifetime_end; }

std::vector<llvm::IntrinsicInst*> markersOf(llvm::Value& variable) {
  std::vector<llvm::IntrinsicInst*> all;
  for (llvm::User* user : variable.users())
    if (llvm::IntrinsicInst* const marker = asMarker(user)) all.push_back(marker);
  return all;
}

// Natively the variable's statement ends it; its place in the source is where that comes about.
void describe(llvm::Instruction& marker, const llvm::Instruction& statement) {
  analysis::copyStatement(statement, marker);
  const llvm::Instruction* at = marker.getNextNode();
  while (at && !at->getDebugLoc()) at = at->getNextNode();
  if (at) marker.setDebugLoc(at->getDebugLoc());
}

// What is done with a variable's address.
struct Uses {
  bool escapes = false;  // it is known elsewhere than in registers of the thread
  llvm::SmallPtrSet<const llvm::Instruction*, 16> all;
};

void follow(const llvm::Value& pointer, Uses& uses) {
  for (const llvm::Use& use : pointer.uses()) {
    const auto* const user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
    if (!user) {
      uses.escapes = true;  // part of a constant
      return;
    }
    if (asMarker(use.getUser())) continue;
    const bool isNew = uses.all.insert(user).second;  // the same instruction may use it twice
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(user);
    if (llvm::isa<llvm::GetElementPtrInst, llvm::CastInst, llvm::PHINode, llvm::SelectInst, llvm::FreezeInst>(user)) {
      uses.escapes = uses.escapes || !user->getType()->isPointerTy();
      if (isNew) follow(*user, uses);
    } else if (llvm::isa<llvm::IntrinsicInst>(user)) {
      if (isNew && user->getType()->isPointerTy()) follow(*user, uses);
    } else if (call) {
      const Action action = actionOf(*call).action;
      uses.escapes = uses.escapes || action == Action::Refused || action == Action::Ends ||
                     (action == Action::Starts && &use == &analysis::ProgramCalls::argumentOf(*call));
    } else if (llvm::isa<llvm::StoreInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(user)) {
      uses.escapes = uses.escapes || use.getOperandNo() != (llvm::isa<llvm::StoreInst>(user) ? 1 : 0);
    } else {
      uses.escapes = uses.escapes || !llvm::isa<llvm::LoadInst, llvm::ICmpInst>(user);
    }
  }
}

// Whether one of these may come after an end of the variable, with no beginning in between: back from them, which is
// not far.
bool isReachedAfter(const std::vector<llvm::IntrinsicInst*>& markers,
                    const llvm::SmallPtrSet<const llvm::Instruction*, 16>& uses) {
  if (markers.empty()) return false;
  llvm::SetVector<const llvm::Instruction*> from;  // to go back from: the uses, and ends of blocks
  from.insert(uses.begin(), uses.end());
  for (unsigned i = 0; i < from.size(); ++i) {
    const llvm::Instruction* at = from[i];
    while (at && !llvm::is_contained(markers, at)) at = at->getPrevNode();
    if (at && isEnd(*llvm::cast<llvm::IntrinsicInst>(at))) return true;
    if (at) continue;
    for (const llvm::BasicBlock* before : llvm::predecessors(from[i]->getParent()))
      from.insert(before->getTerminator());
  }
  return false;
}

bool mayOutlive(llvm::Value& variable) {
  Uses uses;
  follow(variable, uses);
  return uses.escapes || isReachedAfter(markersOf(variable), uses.all);
}

// Of the thread.
std::vector<llvm::Instruction*> endsOf(llvm::Function& code, bool returns) {
  std::vector<llvm::Instruction*> all;
  for (llvm::Instruction& instruction : llvm::instructions(code)) {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if ((call && actionOf(*call).action == Action::Ends) || (llvm::isa<llvm::ReturnInst>(instruction) && returns))
      all.push_back(&instruction);
  }
  return all;
}

}  // namespace

void dropMarkers(llvm::Module& module) {
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
      if (asMarker(&instruction)) instruction.eraseFromParent();
}

void keepVariables(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (llvm::isa<llvm::AllocaInst>(instruction))
      instruction.setMetadata(kKept, llvm::MDNode::get(function.getContext(), {}));
}

bool completeMarkers(llvm::Function& code, bool returns) {
  const std::vector<llvm::Instruction*> ends = endsOf(code, returns);
  unsigned made = 0;
  const auto endWithThread = [&](llvm::Value& variable, const llvm::Instruction* statement, bool hasMarkers) {
    for (llvm::Instruction* end : ends) {
      if (hasMarkers && llvm::isa<llvm::ReturnInst>(end)) continue;  // its function has returned by then
      describe(*llvm::IRBuilder<>(end).CreateLifetimeEnd(&variable), statement ? *statement : *end);
      ++made;
    }
  };
  for (llvm::Instruction& instruction : llvm::instructions(code)) {
    auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (!variable) continue;
    if (made > kMostMarkers) return false;
    const auto markers = markersOf(*variable);
    const bool isKept = variable->hasMetadata(kKept);
    if (isKept || !mayOutlive(*variable) || (markers.empty() && ends.empty())) {
      for (llvm::IntrinsicInst* marker : markers) marker->eraseFromParent();
      continue;
    }
    for (llvm::IntrinsicInst* marker : markers) describe(*marker, *variable);
    if (markers.empty()) {
      llvm::Instruction& first = *code.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
      describe(*llvm::IRBuilder<>(&first).CreateLifetimeStart(variable), *variable);
    }
    endWithThread(*variable, variable, !markers.empty());
  }
  llvm::SetVector<llvm::GlobalVariable*> own;
  for (llvm::Instruction& instruction : llvm::instructions(code))
    for (llvm::Value* operand : instruction.operand_values())
      if (auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(operand); variable && variable->isThreadLocal())
        own.insert(variable);
  for (llvm::GlobalVariable* variable : own)
    if (!ends.empty() && mayOutlive(*variable)) endWithThread(*variable, nullptr, /*hasMarkers=*/false);
  return true;
}

}  // namespace heddle::symbolic
