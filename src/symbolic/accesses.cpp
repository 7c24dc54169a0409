#include "symbolic/accesses.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>

#include <ctime>

#include "analysis/program_memory.h"
#include "symbolic/library_action.h"

namespace heddle::symbolic {

llvm::SmallVector<AccessedWord, 2> accessesOf(const llvm::Instruction& instruction) {
  if (const analysis::TouchedWord word = analysis::touchedWord(instruction); word.pointer)
    return {{word.pointer, word.bytes, analysis::mayWrite(instruction)}};
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call) return {};
  if (const auto* range = llvm::dyn_cast<llvm::MemIntrinsic>(call)) {
    const auto* const length = llvm::dyn_cast<llvm::ConstantInt>(range->getLength());
    if (!length || length->isZero()) return {};
    llvm::SmallVector<AccessedWord, 2> both{{range->getRawDest(), length->getZExtValue(), true}};
    if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(range))
      both.push_back({copy->getRawSource(), length->getZExtValue(), false});
    return both;
  }
  if (const auto* known = llvm::dyn_cast<llvm::IntrinsicInst>(call)) {
    if (known->getIntrinsicID() == llvm::Intrinsic::lifetime_end) return {{known->getArgOperand(1), 0, true}};
    return {};
  }
  const LibraryAction what = actionOf(*call);
  const auto pointsSomewhere = [&](unsigned i) {
    return i < call->arg_size() && !llvm::isa<llvm::ConstantPointerNull>(call->getArgOperand(i));
  };
  switch (what.action) {
    case Action::Updates:
      if (what.until != 0)
        return {{call->getArgOperand(0), what.bytes, true}, {call->getArgOperand(what.until), sizeof(timespec), false}};
      return {{call->getArgOperand(0), what.bytes, true}};
    case Action::Clears:
      if (what.hasKind && pointsSomewhere(1))
        return {{call->getArgOperand(0), what.bytes, true}, {call->getArgOperand(1), kAttributeBytes, false}};
      return {{call->getArgOperand(0), what.bytes, true}};
    case Action::Frees:
      if (pointsSomewhere(0)) return {{call->getArgOperand(0), 0, true}};
      return {};
    case Action::Starts: {
      llvm::SmallVector<AccessedWord, 2> both;
      if (pointsSomewhere(0)) both.push_back({call->getArgOperand(0), 8, true});
      if (pointsSomewhere(1)) both.push_back({call->getArgOperand(1), kAttributeBytes, false});
      return both;
    }
    case Action::Joins:
      if (pointsSomewhere(1)) return {{call->getArgOperand(1), 8, true}};
      return {};
    default: return {};
  }
}

}  // namespace heddle::symbolic
