#include "transform/loops/loop_place.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IntrinsicInst.h>

#include "analysis/loops/known_calls.h"

namespace heddle::transform {

SourcePlace placeOf(const llvm::Loop& loop, SourcePlaces& places) {
  SourcePlace place = places.of(*loop.getHeader()->getTerminator());
  if (const llvm::DebugLoc start = loop.getStartLoc()) {
    SourcePlace better = places.of(start);
    if (better.line != 0) return better;
  }
  // The header is made by Heddle if there was more than one.
  for (const llvm::BasicBlock* block : loop.blocks())
    for (const llvm::Instruction& instruction : *block)
      if (place.line == 0) place = places.of(instruction);
  return place;
}

namespace {

// Whether whoever is in the loop stays there, whatever it finds. A call may end the thread, or the program.
bool isEndless(const llvm::Loop& loop) {
  const auto staysHere = [](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return !call || analysis::isAssume(instruction) || llvm::isa<llvm::IntrinsicInst>(call);
  };
  return loop.hasNoExitBlocks() &&
         llvm::all_of(loop.blocks(), [&](const llvm::BasicBlock* block) { return llvm::all_of(*block, staysHere); });
}

using Functions = llvm::SmallPtrSet<const llvm::Function*, 8>;

void markJudged(llvm::BasicBlock& block, Functions& seen) {
  for (llvm::Instruction& instruction : block) {
    instruction.setMetadata(kJudged, llvm::MDNode::get(block.getContext(), {}));
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    llvm::Function* const callee = call ? call->getCalledFunction() : nullptr;
    if (callee && seen.insert(callee).second)
      for (llvm::BasicBlock& inside : *callee) markJudged(inside, seen);
  }
}

}  // namespace

llvm::ConstantInt* siteOf(const llvm::Loop& loop, Context& context, bool leavesOutIterations) {
  SourcePlace place = placeOf(loop, context.places);
  core::Site facts;
  facts.file = std::move(place.file);
  facts.line = place.line;
  facts.column = place.column;
  facts.function = std::move(place.function);
  facts.isEndless = isEndless(loop);
  facts.leavesOutIterations = leavesOutIterations;
  Functions seen;
  if (leavesOutIterations)
    for (llvm::BasicBlock* block : loop.blocks()) markJudged(*block, seen);
  for (const llvm::BasicBlock* block : loop.blocks())
    for (const llvm::Instruction& instruction : *block)
      if (const analysis::Statement statement = analysis::statementOf(instruction); statement != 0)
        facts.statements.push_back(statement);
  return context.addSite(std::move(facts));
}

}  // namespace heddle::transform
