#include "analysis/slice/early_code.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "core/hooks.h"

namespace heddle::analysis {

EarlyCode::EarlyCode(const ProgramMemory& memory) : memory_(memory) {
  findStarting();
  if (const llvm::Function* main = memory.module().getFunction(core::hooks::kMain); main && !main->isDeclaration())
    findLateBlocks(*main);
  bool isNews = true;
  while (isNews) {
    isNews = false;
    for (const llvm::Function& function : memory.module())
      if (!function.isDeclaration() && !early_.contains(&function) && isCalledEarlyOnly(function))
        isNews = early_.insert(&function).second;
  }
  for (const llvm::Function& function : memory.module())
    for (const llvm::Instruction& instruction : llvm::instructions(function))
      if (analysis::mayWrite(instruction) && isLate(instruction)) lateWriters_.push_back(&instruction);
}

bool EarlyCode::mayStart(const llvm::Instruction& instruction) const {
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call || llvm::isa<llvm::IntrinsicInst>(call)) return false;
  const auto targets = memory_.calls().targetsOf(*call);
  if (memory_.calls().mayLeave(*call)) return true;
  if (targets.empty()) {
    const LibraryCall::Kind kind = libraryCall(*call).kind;
    return kind == LibraryCall::Kind::Starts || kind == LibraryCall::Kind::Unknown;
  }
  return llvm::any_of(targets, [&](const llvm::Function* target) { return starting_.contains(target); });
}

void EarlyCode::findStarting() {
  bool isNews = true;
  while (isNews) {
    isNews = false;
    for (const llvm::Function& function : memory_.module())
      if (!starting_.contains(&function) &&
          llvm::any_of(llvm::instructions(function), [&](const auto& instruction) { return mayStart(instruction); }))
        isNews = starting_.insert(&function).second;
  }
}

// Those that begin after a thread may have been started.
void EarlyCode::findLateBlocks(const llvm::Function& main) {
  llvm::SmallVector<const llvm::BasicBlock*, 16> work;
  for (const llvm::Instruction& instruction : llvm::instructions(main))
    if (mayStart(instruction))
      work.append(llvm::succ_begin(instruction.getParent()), llvm::succ_end(instruction.getParent()));
  while (!work.empty()) {
    const llvm::BasicBlock* const block = work.pop_back_val();
    if (lateBlocks_.insert(block).second) work.append(llvm::succ_begin(block), llvm::succ_end(block));
  }
}

bool EarlyCode::isLate(const llvm::Instruction& instruction) const {
  if (early_.contains(instruction.getFunction())) return false;
  if (instruction.getFunction()->getName() != core::hooks::kMain) return true;
  if (lateBlocks_.contains(instruction.getParent())) return true;
  for (const llvm::Instruction* before = instruction.getPrevNode(); before; before = before->getPrevNode())
    if (mayStart(*before)) return true;
  return false;
}

// Or before main.
bool EarlyCode::isCalledEarlyOnly(const llvm::Function& function) const {
  if (starting_.contains(&function) || function.getName() == core::hooks::kMain) return false;
  const bool isConstructor = llvm::is_contained(memory_.calls().constructors(), &function);
  if (memory_.calls().isEnteredFromOutside(function)) return false;
  return llvm::all_of(function.users(), [&](const llvm::User* user) {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(user);
    if (!call) return isConstructor && llvm::isa<llvm::Constant>(user);
    return call->getCalledOperand() == &function && !isLate(*call);
  });
}

bool EarlyCode::mayWrite(const llvm::Instruction& writer, const Pointees& pointees, std::uint64_t bytes) const {
  const auto overlaps = [&](const llvm::Value& pointer, std::uint64_t written) {
    return mayOverlap(memory_.pointsTo().of(pointer), written, pointees, bytes);
  };
  if (const TouchedWord word = touchedWord(writer); word.pointer) return overlaps(*word.pointer, word.bytes);
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&writer);
  if (!call) return true;
  if (const auto* intrinsic = llvm::dyn_cast<llvm::AnyMemIntrinsic>(call))
    return overlaps(*intrinsic->getRawDest(), kAnyBytes);
  if (llvm::isa<llvm::IntrinsicInst>(call)) return false;
  const bool leaves = memory_.calls().targetsOf(*call).empty() || memory_.calls().mayLeave(*call);
  if (!leaves) return false;  // what it enters is here, too
  const LibraryCall what = libraryCall(*call);
  if (what.kind == LibraryCall::Kind::Unknown) return true;
  return what.writes && llvm::any_of(call->args(), [&](const llvm::Use& argument) {
           return argument->getType()->isPointerTy() && !llvm::isa<llvm::ConstantPointerNull>(argument) &&
                  !ProgramCalls::isPassedOn(argument) && overlaps(*argument, kAnyBytes);
         });
}

bool EarlyCode::mayChange(const llvm::LoadInst& load) const {
  const Pointees pointees = memory_.pointsTo().of(*load.getPointerOperand());
  const std::uint64_t bytes = memory_.module().getDataLayout().getTypeStoreSize(load.getType()).getKnownMinValue();
  return pointees.isAnything || llvm::any_of(lateWriters_, [&](const llvm::Instruction* writer) {
           return mayWrite(*writer, pointees, bytes);
         });
}

}  // namespace heddle::analysis
