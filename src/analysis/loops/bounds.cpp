#include "analysis/loops/bounds.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <cerrno>

#include "analysis/loops/error_number.h"

namespace heddle::analysis {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

// A copy of a function, to see whether its loops end. Its own volatile variables
// are registers there: the counter of a loop that is to take time often is one.
// And a sleep is never interrupted: what it has failed for is EINVAL.
class Copy {
 public:
  Copy(llvm::Function& original, const MemoryFacts& memory) : function_(llvm::CloneFunction(&original, map_)) {
    for (Instruction& instruction : llvm::instructions(original)) {
      if (llvm::isa<llvm::AllocaInst>(instruction) && memory.isPrivate(&instruction))
        forgetVolatile(*llvm::cast<llvm::AllocaInst>(map_.lookup(&instruction)));
      if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction); load && isAfterFailedSleep(*load))
        map_.lookup(load)->replaceAllUsesWith(llvm::ConstantInt::get(load->getType(), EINVAL));
    }
    llvm::DominatorTree dominators(*function_);
    llvm::PromoteMemToReg(variables_, dominators);
    for (BasicBlock& block : *function_) {
      llvm::SimplifyInstructionsInBlock(&block);
      llvm::ConstantFoldTerminator(&block, /*DeleteDeadConditions=*/true);
    }
    llvm::EliminateUnreachableBlocks(*function_);
  }
  ~Copy() { function_->eraseFromParent(); }
  Copy(const Copy&) = delete;
  Copy& operator=(const Copy&) = delete;

  llvm::Function& function() { return *function_; }
  // Null: it is never reached.
  const BasicBlock* blockOf(const BasicBlock& original) const {
    return llvm::cast_or_null<BasicBlock>(static_cast<Value*>(map_.lookup(&original)));
  }

 private:
  void forgetVolatile(llvm::AllocaInst& variable) {
    for (llvm::User* user : variable.users()) {
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) load->setVolatile(false);
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) store->setVolatile(false);
    }
    if (llvm::isAllocaPromotable(&variable)) variables_.push_back(&variable);
  }

  llvm::ValueToValueMapTy map_;
  llvm::Function* function_;
  llvm::SmallVector<llvm::AllocaInst*, 8> variables_;
};

}  // namespace

LoopBounds::LoopBounds(llvm::Function& function, llvm::DominatorTree& dominators, llvm::LoopInfo& loops)
    : libraries_(llvm::Triple(function.getParent()->getTargetTriple())),
      library_(libraries_),
      assumptions_(function),
      evolution_(function, library_, assumptions_, dominators, loops) {}

bool LoopBounds::ends(const llvm::Loop& loop) {
  return !llvm::isa<llvm::SCEVCouldNotCompute>(evolution_.getSymbolicMaxBackedgeTakenCount(&loop));
}

bool hasHiddenLoops(const llvm::Function& function, const llvm::LoopInfo& loops) {
  const llvm::ReversePostOrderTraversal<const llvm::Function*> order(&function);
  return llvm::containsIrreducibleCFG<const BasicBlock*>(order, loops);
}

namespace {

void addEnds(const llvm::Loop& loop, Branches& ends) {
  llvm::SmallVector<BasicBlock*, 4> exiting;
  loop.getExitingBlocks(exiting);
  for (const BasicBlock* block : exiting) ends.insert(block->getTerminator());
}

using Loops = llvm::SmallVector<const llvm::Loop*, 4>;

// As the function stands. `loopsOfAll`: how many it has.
Loops innerLoopsInDoubt(const llvm::Loop& outer, llvm::Function& function, std::size_t& loopsOfAll) {
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  loopsOfAll = loops.getLoopsInPreorder().size();
  LoopBounds bounds(function, dominators, loops);
  Loops found;
  for (const llvm::Loop* loop : outer.getLoopsInPreorder()) {
    const llvm::Loop* same = loops.getLoopFor(loop->getHeader());
    if (loop != &outer && (!same || !bounds.ends(*same))) found.push_back(loop);
  }
  return found;
}

// Whether there is anything that a copy forgets.
bool isKnownBetterInCopy(const llvm::Function& function, const MemoryFacts& memory) {
  return llvm::any_of(llvm::instructions(function), [&](const Instruction& instruction) {
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction); load && isAfterFailedSleep(*load)) return true;
    return llvm::isa<llvm::AllocaInst>(instruction) && memory.isPrivate(&instruction) &&
           llvm::any_of(instruction.users(), [](const llvm::User* user) {
             const auto* access = llvm::dyn_cast<Instruction>(user);
             return access && access->isVolatile();
           });
  });
}

}  // namespace

Branches endsInDoubt(const llvm::Loop& outer, const MemoryFacts& memory) {
  Branches found;
  if (outer.isInnermost()) return found;
  llvm::Function& function = *outer.getHeader()->getParent();
  std::size_t loopsOfAll = 0;
  Loops doubtful = innerLoopsInDoubt(outer, function, loopsOfAll);
  if (doubtful.empty()) return found;
  if (isKnownBetterInCopy(function, memory) && function.getInstructionCount() * loopsOfAll <= kMostCopied) {
    Copy copy(function, memory);
    llvm::DominatorTree dominators(copy.function());
    llvm::LoopInfo loops(dominators);
    LoopBounds bounds(copy.function(), dominators, loops);
    llvm::erase_if(doubtful, [&](const llvm::Loop* loop) {
      const BasicBlock* header = copy.blockOf(*loop->getHeader());
      const llvm::Loop* copied = header ? loops.getLoopFor(header) : nullptr;
      const bool isThere = copied && copied->getHeader() == header;
      return !isThere || bounds.ends(*copied);
    });
  }
  for (const llvm::Loop* loop : doubtful) addEnds(*loop, found);
  return found;
}

}  // namespace heddle::analysis
