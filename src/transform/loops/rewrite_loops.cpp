#include "transform/loops/rewrite_loops.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>

#include "analysis/loops/hidden_races.h"
#include "analysis/loops/late_accesses.h"
#include "analysis/loops/repeated_stores.h"
#include "transform/loops/access_in_iteration.h"
#include "transform/loops/awaits.h"
#include "transform/loops/confirmation_loops.h"
#include "transform/loops/early_assumes.h"
#include "transform/loops/ghost_accesses.h"
#include "transform/loops/iteration_checks.h"
#include "transform/loops/loop_notes.h"
#include "transform/loops/pure_iterations.h"
#include "transform/loops/rolled_back_additions.h"
#include "transform/loops/unroll.h"
#include "transform/shared_memory.h"
#include "transform/stack_objects.h"

namespace heddle::transform {
namespace {

// What stays with a function between the steps.
struct Analysed {
  explicit Analysed(llvm::Function& f)
      : function(f), stack(findStackObjects(f)), memory(f.getDataLayout(), stack), dominators(f), loops(dominators) {}
  Analysed(const Analysed&) = delete;
  Analysed& operator=(const Analysed&) = delete;

  llvm::Function& function;
  StackObjects stack;
  SharedMemory memory;
  llvm::DominatorTree dominators;
  llvm::LoopInfo loops;
  std::vector<LoopRewrite> rewrites;
};

// For the runtime, which watches that plain ones are to no atomic words, and that others come after atomic ones.
void markRepeatedStores(const llvm::LoopInfo& loops, const analysis::MemoryFacts& memory) {
  for (const llvm::Loop* loop : loops.getLoopsInPreorder())
    for (llvm::BasicBlock* block : loop->blocks())
      for (llvm::Instruction& instruction : *block)
        if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
            store && (store->isAtomic() || memory.wordsAreSeparate) && isRepeated(*store, *loop, memory))
          store->setMetadata(analysis::kRepeatedStore, llvm::MDNode::get(store->getContext(), {}));
}

}  // namespace

Result<std::vector<core::LoopNote>> rewriteLoops(const std::vector<llvm::Function*>& functions,
                                                 const LoopOptions& options, Context& context,
                                                 const std::function<bool()>& mustStop) {
  const analysis::ProgramMemory program(context.module);
  const bool racesMayHide = options.plainAccessesRace && analysis::hasWeakAccesses(program);
  const analysis::LateAccesses lateAccesses(program);
  const auto factsFor = [&](const Analysed& analysed) -> analysis::MemoryFacts {
    return {[&memory = analysed.memory](const llvm::Value* pointer) { return memory.isPrivate(pointer); },
            options.plainAccessesRace,
            options.separateWords,
            options.orderedPublication,
            options.racelessIterations,
            options.statistics,
            &program,
            racesMayHide ? &lateAccesses : nullptr};
  };
  Discarded discarded;  // until the facts are not needed any more
  std::vector<std::unique_ptr<Analysed>> all;
  for (llvm::Function* function : functions) {
    if (mustStop && mustStop()) return stopped();
    Analysed& analysed = *all.emplace_back(std::make_unique<Analysed>(*function));
    if (options.purity && !function->callsFunctionThatReturnsTwice()) {
      accessInEachIteration(analysed.loops, discarded);
      loadInEachIteration(analysed.loops, analysed.dominators, factsFor(analysed), discarded);
      if (options.speculation && options.plainAccessesRace) {
        analysis::MemoryFacts facts = factsFor(analysed);
        facts.racesAreWatched = false;
        markSpeculativeReads(*function, analysed.loops, analysed.dominators, analysed.memory, facts);
      }
      RolledBackAdditions rolledBack;
      if (options.rolledBack && options.awaits)
        rolledBack = findRolledBackAdditions(analysed.loops, analysed.dominators, factsFor(analysed));
      markRepeatedStores(analysed.loops, factsFor(analysed));
      analysed.rewrites = blockPureIterations(analysed.loops, analysed.dominators, factsFor(analysed), context);
      assumeSuccess(rolledBack, analysed.rewrites, context);
    }
  }
  // After all of the above, which reads the code of the functions that a loop calls.
  if (options.dynamicPurity) {
    for (const auto& analysed : all) {
      if (mustStop && mustStop()) return stopped();
      for (LoopRewrite& rewrite : analysed->rewrites) checkIterations(rewrite, factsFor(*analysed), context);
    }
  }

  for (const auto& analysed : all)
    for (const LoopRewrite& rewrite : analysed->rewrites) makeGhostAccesses(rewrite, factsFor(*analysed), context);

  LoopNotes notes(context.places);
  for (const auto& analysed : all) {
    for (const LoopRewrite& rewrite : analysed->rewrites) notes.describe(rewrite);
    if (!options.awaits) continue;
    moveAssumesUp(analysed->function, analysed->rewrites);
    const AssumeSet replaced = makeAwaits(analysed->function, analysed->memory, options, context);
    for (const LoopRewrite& rewrite : analysed->rewrites) {
      notes.markAwaits(rewrite, replaced);
      if (rewrite.rolledBack && !replaced.contains(rewrite.rolledBack)) rewrite.rolledBack->eraseFromParent();
    }
  }

  Unroller unroller(options, context);
  for (const auto& analysed : all) unroller.bound(analysed->function, analysed->loops, analysed->dominators);
  if (auto problem = unroller.unusedBound()) return std::move(*problem);
  return notes.take();
}

}  // namespace heddle::transform
