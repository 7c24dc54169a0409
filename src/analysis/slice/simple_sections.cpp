#include "analysis/slice/simple_sections.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <vector>

#include "analysis/instructions.h"
#include "analysis/library.h"
#include "analysis/slice/essential.h"

namespace heddle::analysis {
namespace {

using Kind = core::DependenceGraph::Kind;

const llvm::Function* libraryCallee(const llvm::Instruction& instruction) {
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function* const callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->isDeclaration() ? callee : nullptr;
}

bool takesLock(const llvm::Instruction& instruction) {
  const llvm::Function* const callee = libraryCallee(instruction);
  return callee && factsOf(*callee).takesLock;
}
bool givesLockBack(const llvm::Instruction& instruction) {
  const llvm::Function* const callee = libraryCallee(instruction);
  return callee && factsOf(*callee).givesLockBack;
}

constexpr unsigned kDeepest = 8;

// Whether both have the same value, for sure, if what they are computed from has not changed in between.
bool areSame(const llvm::Value& x, const llvm::Value& y, unsigned depth = 0) {
  if (&x == &y) return true;
  const auto* const one = llvm::dyn_cast<llvm::Instruction>(&x);
  const auto* const other = llvm::dyn_cast<llvm::Instruction>(&y);
  if (!one || !other || depth == kDeepest || !touchesNoMemory(*one) || llvm::isa<llvm::PHINode>(one)) return false;
  if (!one->isSameOperationAs(other)) return false;
  for (unsigned i = 0; i < one->getNumOperands(); ++i)
    if (!areSame(*one->getOperand(i), *other->getOperand(i), depth + 1)) return false;
  return true;
}

bool haveSameLock(const llvm::CallBase& x, const llvm::CallBase& y) {
  return areSame(*x.getArgOperand(0), *y.getArgOperand(0));
}

// What it is computed from, itself included.
void gatherSources(const llvm::Value& value, llvm::SmallPtrSetImpl<const llvm::Instruction*>& sources) {
  const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (!instruction || !sources.insert(instruction).second) return;
  if (!touchesNoMemory(*instruction) || llvm::isa<llvm::PHINode>(instruction)) return;
  for (const llvm::Value* operand : instruction->operand_values()) gatherSources(*operand, sources);
}

}  // namespace

struct SimpleSections::Section {
  bool isSimple = true;
  std::vector<const llvm::Instruction*> ends;    // where the lock is given back
  std::vector<const llvm::Instruction*> inside;  // what does more
};

// Than to access memory.
bool SimpleSections::doesMore(const llvm::Instruction& instruction) const {
  if (llvm::isa<llvm::ReturnInst, llvm::ResumeInst>(instruction)) return true;
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call) return false;
  if (const auto root = essential(instruction)) return root->kind != Kind::Assertion && root->kind != Kind::Allocates;
  const auto targets = calls_.targetsOf(*call);
  if (targets.empty()) return !llvm::isa<llvm::IntrinsicInst>(call) && !libraryCallee(instruction);
  return calls_.mayLeave(*call) ||
         llvm::any_of(targets, [&](const llvm::Function* target) { return doingMore_.contains(target); });
}

void SimpleSections::findFunctionsThatDoMore(const llvm::Module& module) {
  bool isNews = true;
  while (isNews) {
    isNews = false;
    for (const llvm::Function& function : module) {
      const auto isInside = [&](const llvm::Instruction& instruction) {
        return !llvm::isa<llvm::ReturnInst, llvm::ResumeInst>(instruction) && doesMore(instruction);
      };
      if (!doingMore_.contains(&function) && llvm::any_of(llvm::instructions(function), isInside))
        isNews = doingMore_.insert(&function).second;
    }
  }
}

SimpleSections::SimpleSections(const llvm::Module& module, const ProgramCalls& calls) : calls_(calls) {
  findFunctionsThatDoMore(module);
  std::vector<std::pair<const llvm::CallBase*, Section>> sections;
  for (const llvm::Function& function : module)
    for (const llvm::Instruction& instruction : llvm::instructions(function))
      if (takesLock(instruction)) {
        const auto& lock = llvm::cast<llvm::CallBase>(instruction);
        sections.emplace_back(&lock, follow(lock));
      }
  Functions seen;
  for (const auto& [lock, section] : sections)
    for (const llvm::Instruction* inside : section.inside) {
      forbidden_.insert(inside);
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(inside))
        for (const llvm::Function* target : calls_.targetsOf(*call)) forbidLocksIn(*target, seen);
    }
  for (const auto& [lock, section] : sections) {
    if (section.isSimple && !forbidden_.contains(lock)) {
      simple_.insert(lock);
      simple_.insert(section.ends.begin(), section.ends.end());
    } else {
      forbidden_.insert(section.ends.begin(), section.ends.end());
    }
  }
  for (const llvm::Instruction* call : forbidden_) simple_.erase(call);
}

void SimpleSections::forbidLocksIn(const llvm::Function& function, Functions& seen) {
  if (!seen.insert(&function).second) return;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (takesLock(instruction)) forbidden_.insert(&instruction);
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      for (const llvm::Function* target : calls_.targetsOf(*call)) forbidLocksIn(*target, seen);
  }
}

SimpleSections::Section SimpleSections::follow(const llvm::CallBase& lock) const {
  Section section;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
  llvm::SmallPtrSet<const llvm::Instruction*, 8> sources;
  gatherSources(*lock.getArgOperand(0), sources);
  std::vector<const llvm::Instruction*> work;
  const auto enter = [&](const llvm::BasicBlock* block) {
    if (seen.insert(block).second) work.push_back(&block->front());
  };
  const auto go = [&](const llvm::Instruction* at) {
    for (; at; at = at->getNextNode()) {
      if (givesLockBack(*at) && haveSameLock(lock, llvm::cast<llvm::CallBase>(*at))) {
        section.ends.push_back(at);
        return;
      }
      if (sources.contains(at)) section.isSimple = false;  // from here on it is another lock
      if (doesMore(*at)) {
        section.isSimple = false;
        section.inside.push_back(at);
      }
      if (at->isTerminator())
        for (const llvm::BasicBlock* next : llvm::successors(at)) enter(next);
    }
  };
  if (lock.isTerminator())
    for (const llvm::BasicBlock* next : llvm::successors(&lock)) enter(next);
  else
    go(lock.getNextNode());
  while (!work.empty()) {
    const llvm::Instruction* const at = work.back();
    work.pop_back();
    go(at);
  }
  return section;
}

}  // namespace heddle::analysis
