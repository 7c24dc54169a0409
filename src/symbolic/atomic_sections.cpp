#include "symbolic/atomic_sections.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>

#include "symbolic/library_action.h"
#include "symbolic/place.h"

namespace heddle::symbolic {

AtomicSections::AtomicSections(const llvm::Function& code) {
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> depths;  // at the beginning
  llvm::SmallVector<const llvm::BasicBlock*, 16> work{&code.getEntryBlock()};
  depths[&code.getEntryBlock()] = 0;
  while (!work.empty()) {
    const llvm::BasicBlock* const block = work.pop_back_val();
    unsigned depth = depths.lookup(block);
    for (const llvm::Instruction& instruction : *block) {
      if (depth > 0) inside_.insert(&instruction);
      const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const LibraryAction what = call ? actionOf(*call) : LibraryAction{};
      if (what.action == Action::BeginsSection) ++depth;
      if (what.action == Action::EndsSection && depth == 0 && problem_.empty())
        problem_ = before(instruction) + "ends an atomic section that has not begun";
      if (what.action == Action::EndsSection && depth > 0) --depth;
      const bool mayWait = what.action == Action::Joins || (what.action == Action::Updates && what.rule->canBlock);
      if (depth > 0 && mayWait && problem_.empty()) problem_ = before(instruction) + "waits in an atomic section";
    }
    for (const llvm::BasicBlock* next : llvm::successors(block)) {
      const auto [row, isNew] = depths.try_emplace(next, depth);
      if (isNew) work.push_back(next);
      if (row->second != depth && problem_.empty())
        problem_ = before(next->front()) + "is sometimes inside an atomic section and sometimes not";
    }
  }
}

}  // namespace heddle::symbolic
