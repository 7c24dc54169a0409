#include "symbolic/twins.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/FunctionComparator.h>

#include "analysis/program_calls.h"
#include "symbolic/library_action.h"

namespace heddle::symbolic {
namespace {

bool isAnonymous(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::AllocaInst>(instruction)) return false;
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call || llvm::isa<llvm::IntrinsicInst>(call)) return true;
  switch (actionOf(*call).action) {
    case Action::Starts:
    case Action::Joins:
    case Action::Detaches:
    case Action::Self:
    case Action::Allocates: return false;
    default: return true;
  }
}

bool isWaitedForOnly(const llvm::Value& handle) {
  return llvm::all_of(handle.users(), [](const llvm::User* user) {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(user);
    return call && actionOf(*call).action == Action::Joins &&
           llvm::isa<llvm::ConstantPointerNull>(call->getArgOperand(1));
  });
}

bool isZero(const llvm::Value& value) {
  const auto* const constant = llvm::dyn_cast<llvm::Constant>(&value);
  return constant && constant->isNullValue();
}

// Where handles are kept: they are put there by starts, and taken from there to wait.
bool keepsHandles(const llvm::Value& place) {
  return llvm::all_of(place.users(), [&](const llvm::User* user) {
    if (llvm::isa<llvm::GetElementPtrInst>(user)) return keepsHandles(*user);
    if (llvm::isa<llvm::LoadInst>(user)) return isWaitedForOnly(*user);
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user))
      return store->getPointerOperand() == &place && isZero(*store->getValueOperand());
    if (const auto* set = llvm::dyn_cast<llvm::MemSetInst>(user)) return isZero(*set->getValue());
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(user);
    if (!call) return false;
    if (const auto* known = llvm::dyn_cast<llvm::IntrinsicInst>(call)) return known->isLifetimeStartOrEnd();
    return actionOf(*call).action == Action::Starts && llvm::count(call->args(), &place) == 1 &&
           call->getArgOperand(0) == &place;
  });
}

bool hasOnlyHandle(const llvm::CallBase& start) {
  const llvm::Value& place = *start.getArgOperand(0);
  if (llvm::isa<llvm::ConstantPointerNull>(place)) return true;
  const auto* const object = llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(&place));
  return object && keepsHandles(*object);
}

}  // namespace

std::vector<std::vector<unsigned>> twinsOf(const FlatProgram& program) {
  std::vector<std::vector<unsigned>> all;
  llvm::GlobalNumberState globals;
  for (unsigned thread = 1; thread < program.threads.size(); ++thread) {
    const llvm::CallBase& start = *program.threads[thread].start;
    llvm::Function& code = *program.threads[thread].code;
    const llvm::Value* const argument = analysis::ProgramCalls::argumentOf(start).get();
    if (!llvm::isa<llvm::Constant>(argument) || !hasOnlyHandle(start)) continue;
    if (!llvm::all_of(llvm::instructions(code), isAnonymous)) continue;
    const auto row = llvm::find_if(all, [&](const std::vector<unsigned>& twins) {
      const FlatThread& last = program.threads[twins.back()];
      if (last.start->getFunction() != start.getFunction()) return false;
      const llvm::DominatorTree dominators(*const_cast<llvm::Function*>(start.getFunction()));
      return analysis::ProgramCalls::argumentOf(*last.start).get() == argument &&
             dominators.dominates(last.start, &start) &&
             llvm::FunctionComparator(last.code, &code, &globals).compare() == 0;
    });
    if (row == all.end())
      all.push_back({thread});
    else
      row->push_back(thread);
  }
  std::erase_if(all, [](const std::vector<unsigned>& twins) { return twins.size() < 2; });
  return all;
}

}  // namespace heddle::symbolic
