#include "analysis/loops/hidden_races.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "analysis/loops/calls.h"
#include "analysis/loops/effects.h"
#include "analysis/loops/late_accesses.h"
#include "analysis/loops/repeated_stores.h"

namespace heddle::analysis {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;

constexpr std::uint64_t kWordBytes = 8;  // of what is one event

llvm::StringRef calleeName(const Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee ? callee->getName() : "";
}

// Whether what is learned by the instruction, or from it, need not be ordered by
// happens-before. Library functions synchronise if they are known to.
bool isWeak(const Instruction& instruction, const ProgramCalls& calls) {
  using llvm::AtomicOrdering;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return load->isAtomic() && !llvm::isAcquireOrStronger(load->getOrdering());
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return store->isAtomic() && !llvm::isReleaseOrStronger(store->getOrdering());
  const auto isBoth = [](AtomicOrdering order) {
    return llvm::isAcquireOrStronger(order) && llvm::isReleaseOrStronger(order);
  };
  if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) return !isBoth(update->getOrdering());
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return !isBoth(exchange->getSuccessOrdering()) || !llvm::isAcquireOrStronger(exchange->getFailureOrdering());
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  if (!call || llvm::isa<llvm::IntrinsicInst>(call) || call->isInlineAsm()) return false;
  if (!calls.targetsOf(*call).empty() && !calls.mayLeave(*call)) return false;
  const LibraryCall library = libraryCall(*call);
  return library.learns && !library.synchronises;
}

// Whether an access that is made in any case races with all that the other one
// races with: it touches the same bytes, writes if that may write, and is plain
// if that is.
bool covers(const Instruction& made, const Instruction& other, bool otherWrites) {
  const TouchedWord x = touchedWord(made);
  const TouchedWord y = touchedWord(other);
  if (!x.pointer || !y.pointer || x.bytes != y.bytes) return false;
  const bool mayNotWrite = llvm::isa<llvm::LoadInst, llvm::AtomicCmpXchgInst>(made);
  if ((mayNotWrite && otherWrites) || (made.isAtomic() && !other.isAtomic())) return false;
  const llvm::DataLayout& layout = made.getDataLayout();
  llvm::APInt xOffset(64, 0), yOffset(64, 0);
  const auto* xBase = x.pointer->stripAndAccumulateConstantOffsets(layout, xOffset, /*AllowNonInbounds=*/true);
  const auto* yBase = y.pointer->stripAndAccumulateConstantOffsets(layout, yOffset, /*AllowNonInbounds=*/true);
  return xBase == yBase && xOffset == yOffset;
}

class Iterations {
 public:
  Iterations(const llvm::Loop& loop, const MemoryFacts& memory, Exchanges exchanges, Beginnings beginnings)
      : loop_(loop), memory_(memory), effects_(loop, memory), exchanges_(exchanges), beginnings_(beginnings) {
    if (beginnings_ == Beginnings::Same) findFirst();
  }

  // Backwards from `last` to the header.
  bool mayHide(const Instruction& last) {
    return anyUpTo(last, [&](const Instruction& access) {
      return mayRace(access) && !watched(access) &&
             !llvm::any_of(first_, [&](const Instruction* made) { return covers(*made, access, writes(access)); }) &&
             (beginnings_ == Beginnings::Reloaded || isBehindEvent(access));
    });
  }

  // Those that mayHide does not count, and some more.
  std::vector<WatchedAccess> allWatched() {
    std::vector<WatchedAccess> found;
    for (const BasicBlock* block : loop_.blocks())
      for (const Instruction& instruction : *block)
        if (const auto access = watched(instruction); access && mayRace(instruction)) found.push_back(*access);
    return found;
  }

 private:
  // The race detector records it at the header.
  std::optional<WatchedAccess> watched(const Instruction& access) const {
    const TouchedWord word = touchedWord(access);
    if (!memory_.racesAreWatched || !access.isAtomic() || !word.pointer || word.bytes > kWordBytes) return std::nullopt;
    llvm::APInt offset(64, 0);
    auto* const base = const_cast<llvm::Value*>(
        word.pointer->stripAndAccumulateConstantOffsets(access.getDataLayout(), offset, /*AllowNonInbounds=*/true));
    if (!loop_.isLoopInvariant(base)) return std::nullopt;
    return WatchedAccess{&access, base, offset.getSExtValue(), word.bytes, mayWrite(access)};
  }

  bool isBehindEvent(const Instruction& access) const {
    return anyUpTo(access, [&](const Instruction& before) {
      // An event may come before a plain access inside a call.
      return (&before != &access || llvm::isa<llvm::CallBase>(access)) && isEvent(before);
    });
  }

  // What each iteration does first, up to an event.
  void findFirst() {
    llvm::SmallPtrSet<const BasicBlock*, 8> seen;
    for (const BasicBlock* block = loop_.getHeader(); block && loop_.contains(block) && seen.insert(block).second;
         block = block->getSingleSuccessor()) {
      for (const Instruction& instruction : *block) {
        if (touchedWord(instruction).pointer) first_.push_back(&instruction);
        if (isEvent(instruction)) return;
      }
    }
  }

  // Also a call, since it may contain one; but not what this tool has inserted.
  bool isEvent(const Instruction& instruction) const {
    if (instruction.isAtomic()) return true;
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return call && !llvm::isa<llvm::IntrinsicInst>(call) && !isDelay(*call, memory_) &&
           !calleeName(*call).starts_with("__heddle_");
  }

  bool writes(const Instruction& instruction) const {
    return mayWrite(instruction) &&
           !(exchanges_ == Exchanges::Failed && llvm::isa<llvm::AtomicCmpXchgInst>(instruction));
  }

  // What each iteration does again, the last one does too.
  bool mayRace(const Instruction& instruction) {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction); store && isRepeated(*store, loop_, memory_))
      return false;
    return instruction.mayReadOrWriteMemory() && effects_.of(const_cast<Instruction&>(instruction)).mayFail &&
           memory_.lateAccesses->mayConflict(instruction, writes(instruction));
  }

  // Whether `test` holds for an instruction on a way from the header to `last`,
  // that included.
  template <typename Test>
  bool anyUpTo(const Instruction& last, Test test) const {
    llvm::SmallPtrSet<const BasicBlock*, 16> seen;
    llvm::SmallVector<const BasicBlock*, 16> open;
    const auto reach = [&](const BasicBlock* block) {
      if (block == loop_.getHeader()) return;
      for (const BasicBlock* before : llvm::predecessors(block))
        if (seen.insert(before).second) open.push_back(before);
    };
    for (const Instruction* instruction = &last; instruction; instruction = instruction->getPrevNode())
      if (test(*instruction)) return true;
    reach(last.getParent());
    while (!open.empty()) {
      const BasicBlock* block = open.pop_back_val();
      if (llvm::any_of(*block, test)) return true;
      reach(block);
    }
    return false;
  }

  const llvm::Loop& loop_;
  const MemoryFacts& memory_;
  LoopEffects effects_;
  const Exchanges exchanges_;
  const Beginnings beginnings_;
  llvm::SmallVector<const Instruction*, 4> first_;
};

}  // namespace

bool hasWeakAccesses(const ProgramMemory& memory) {
  const auto isWeakHere = [&](const Instruction& instruction) { return isWeak(instruction, memory.calls()); };
  return llvm::any_of(memory.module(), [&](const llvm::Function& function) {
    return llvm::any_of(llvm::instructions(function), isWeakHere);
  });
}

std::vector<WatchedAccess> watchedAccesses(const llvm::Loop& loop, const MemoryFacts& memory) {
  if (!memory.plainAccessesRace || !memory.lateAccesses) return {};
  return Iterations(loop, memory, Exchanges::MayHaveSucceeded, Beginnings::Same).allWatched();
}

bool mayHideRace(const llvm::Loop& loop, const llvm::Instruction& last, const MemoryFacts& memory, Exchanges exchanges,
                 Beginnings beginnings) {
  return memory.plainAccessesRace && memory.lateAccesses &&
         Iterations(loop, memory, exchanges, beginnings).mayHide(last);
}

}  // namespace heddle::analysis
