#include "transform/loops/unroll.h"

#include <llvm/IR/CFG.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <filesystem>

#include "analysis/loops/bounds.h"
#include "transform/loops/loop_place.h"

namespace heddle::transform {
namespace {

// "loops.c" is a file wherever it lies; "src/loops.c" is not any loops.c.
bool isPath(const std::string& file, const std::string& end) {
  const auto whole = [](const std::string& path) { return std::filesystem::absolute(path).lexically_normal(); };
  if (whole(file) == whole(end)) return true;
  if (!file.ends_with(end)) return false;
  return file.size() == end.size() || end.starts_with('/') || file[file.size() - end.size() - 1] == '/';
}

// How many iterations have been completed; the builder stands where that is known,
// at the beginning of one.
llvm::Value* countIterations(const llvm::Loop& loop, llvm::IRBuilder<>& builder) {
  llvm::BasicBlock* header = loop.getHeader();
  builder.SetInsertPoint(&header->front());
  llvm::PHINode* completed = builder.CreatePHI(builder.getInt64Ty(), llvm::pred_size(header), "iterations");
  builder.SetInsertPoint(header, header->getFirstInsertionPt());
  llvm::Value* next = builder.CreateAdd(completed, builder.getInt64(1));
  for (llvm::BasicBlock* before : llvm::predecessors(header)) {
    completed->addIncoming(loop.contains(before) ? next : builder.getInt64(0), before);
  }
  return completed;
}

}  // namespace

void Unroller::bound(llvm::Function& function, llvm::LoopInfo& loops, llvm::DominatorTree& dominators) {
  const bool isWanted = options_.unroll || !options_.unrollLoops.empty() || options_.watchEvery != 0;
  if (loops.empty() || !isWanted) return;
  analysis::LoopBounds known(function, dominators, loops);
  std::vector<std::pair<llvm::Loop*, unsigned>> bounds;
  std::vector<llvm::Loop*> watched;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (const auto iterations = namedBound(*loop)) {
      bounds.emplace_back(loop, *iterations);
    } else if (options_.unroll && !known.endsEarly(*loop)) {
      bounds.emplace_back(loop, *options_.unroll);
    } else if (options_.watchEvery != 0 && !known.ends(*loop)) {
      watched.push_back(loop);
    }
  }
  for (const auto& [loop, iterations] : bounds) limit(*loop, iterations, loops);
  for (const llvm::Loop* loop : watched) watch(*loop, loops);
}

std::optional<unsigned> Unroller::namedBound(const llvm::Loop& loop) {
  const SourcePlace place = placeOf(loop, context_.places);
  std::optional<unsigned> iterations;
  for (std::size_t i = 0; i < used_.size(); ++i) {
    const LoopBound& bound = options_.unrollLoops[i];
    const bool isColumn = bound.column == 0 || bound.column == place.column;
    if (bound.line != place.line || !isColumn || !isPath(place.file, bound.file)) continue;
    used_[i] = true;
    iterations = bound.iterations;
  }
  return iterations;
}

void Unroller::limit(const llvm::Loop& loop, unsigned iterations, llvm::LoopInfo& loops) {
  llvm::IRBuilder<> builder(loop.getHeader()->getContext());
  llvm::Value* completed = countIterations(loop, builder);
  llvm::Value* tooMany = builder.CreateICmpUGT(completed, builder.getInt64(iterations));
  llvm::Instruction* stop = llvm::SplitBlockAndInsertIfThen(tooMany, builder.GetInsertPoint(), /*Unreachable=*/false,
                                                            context_.unlikely(), /*DTU=*/nullptr, &loops);
  builder.SetInsertPoint(stop);
  builder.CreateCall(context_.symbols.loopBound, {siteOf(loop, context_), builder.getInt32(iterations)});
}

void Unroller::watch(const llvm::Loop& loop, llvm::LoopInfo& loops) {
  llvm::IRBuilder<> builder(loop.getHeader()->getContext());
  llvm::Value* completed = countIterations(loop, builder);
  llvm::Value* every = builder.getInt64(options_.watchEvery);
  llvm::Value* isDue =
      builder.CreateAnd(builder.CreateICmpEQ(builder.CreateURem(completed, every), builder.getInt64(0)),
                        builder.CreateIsNotNull(completed));
  llvm::Instruction* look = llvm::SplitBlockAndInsertIfThen(isDue, builder.GetInsertPoint(), /*Unreachable=*/false,
                                                            context_.unlikely(), /*DTU=*/nullptr, &loops);
  builder.SetInsertPoint(look);
  builder.CreateCall(context_.symbols.longLoop, {siteOf(loop, context_), builder.CreateUDiv(completed, every)});
}

std::optional<Diagnostic> Unroller::unusedBound() const {
  for (std::size_t i = 0; i < used_.size(); ++i) {
    const LoopBound& bound = options_.unrollLoops[i];
    if (used_[i]) continue;
    return Diagnostic{"--unroll-loop: there is no loop at " + bound.file + ":" + std::to_string(bound.line) +
                      (bound.column == 0 ? "" : ":" + std::to_string(bound.column)) + "; --explain-loops lists them"};
  }
  return std::nullopt;
}

}  // namespace heddle::transform
