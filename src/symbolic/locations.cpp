#include "symbolic/locations.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "symbolic/place.h"

namespace heddle::symbolic {
namespace {

// Objects are where they are.
bool isValue(const llvm::Value& value) {
  return llvm::isa<llvm::Instruction, llvm::Argument>(value) && !llvm::isa<llvm::AllocaInst>(value);
}

// What a block, from an instruction on, needs of what was computed before.
void goBack(const llvm::BasicBlock& block, const llvm::Instruction* from, Locations::Values& live) {
  for (const llvm::Instruction& instruction : llvm::reverse(block)) {
    live.erase(&instruction);
    if (!llvm::isa<llvm::PHINode>(instruction))
      for (const llvm::Value* operand : instruction.operand_values())
        if (isValue(*operand)) live.insert(operand);
    if (&instruction == from) return;
  }
}

}  // namespace

Locations::Locations(const llvm::Function& code, const AtomicSections& sections, const IsVisible& isVisible) {
  const auto add = [&](const llvm::Instruction& instruction) {
    if (!pcs_.try_emplace(&instruction, kFirst + static_cast<Pc>(all_.size())).second) return;
    all_.push_back(&instruction);
  };
  for (const llvm::Instruction& instruction : llvm::instructions(code))
    if (!sections.contains(instruction) && isVisible(instruction)) add(instruction);
  const llvm::DominatorTree dominators(const_cast<llvm::Function&>(code));
  const llvm::LoopInfo loops(dominators);
  const auto hasLocation = [&](const llvm::BasicBlock& block) {
    return llvm::any_of(block, [&](const llvm::Instruction& instruction) { return pcs_.contains(&instruction); });
  };
  // Inner loops first: where one of them has a location an outer one may go without.
  const auto nested = loops.getLoopsInPreorder();
  for (const llvm::Loop* loop : llvm::reverse(nested)) {
    llvm::SmallPtrSet<const llvm::BasicBlock*, 8> seen;
    llvm::SmallVector<const llvm::BasicBlock*, 8> work{loop->getHeader()};
    bool goesRound = false;
    while (!work.empty()) {
      const llvm::BasicBlock* const block = work.pop_back_val();
      if (!loop->contains(block) || hasLocation(*block) || !seen.insert(block).second) continue;
      for (const llvm::BasicBlock* next : llvm::successors(block)) {
        goesRound = goesRound || next == loop->getHeader();
        work.push_back(next);
      }
    }
    if (!goesRound) continue;
    const llvm::Instruction& first = *loop->getHeader()->getFirstNonPHIOrDbg();
    if (sections.contains(first)) problem_ = before(first) + "a loop in an atomic section is not supported by bmc";
    add(first);
  }
  findLive(code);
}

void Locations::findLive(const llvm::Function& code) {
  llvm::DenseMap<const llvm::BasicBlock*, Values> liveIn;  // behind the phis
  const auto liveOut = [&](const llvm::BasicBlock& block) {
    Values live;
    for (const llvm::BasicBlock* next : llvm::successors(&block)) {
      for (const llvm::Value* value : liveIn[next]) live.insert(value);
      for (const llvm::PHINode& phi : next->phis()) {
        live.erase(&phi);
        if (const llvm::Value* value = phi.getIncomingValueForBlock(&block); isValue(*value)) live.insert(value);
      }
    }
    return live;
  };
  for (bool isNews = true; isNews;) {
    isNews = false;
    for (const llvm::BasicBlock& block : llvm::reverse(code)) {
      Values live = liveOut(block);
      goBack(block, block.getFirstNonPHI(), live);
      isNews = isNews || live.size() != liveIn[&block].size();
      liveIn[&block] = std::move(live);
    }
  }
  for (const llvm::Instruction* location : all_) {
    Values live = liveOut(*location->getParent());
    goBack(*location->getParent(), location, live);
    live_[location] = std::move(live);
  }
}

std::optional<Pc> Locations::pcOf(const llvm::Instruction& instruction) const {
  const auto found = pcs_.find(&instruction);
  return found == pcs_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace heddle::symbolic
