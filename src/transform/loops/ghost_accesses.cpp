#include "transform/loops/ghost_accesses.h"

#include <llvm/IR/IRBuilder.h>

#include "analysis/loops/hidden_races.h"

namespace heddle::transform {

void makeGhostAccesses(const LoopRewrite& rewrite, const analysis::MemoryFacts& memory, Context& context) {
  if (rewrite.purity.cases.empty() && !rewrite.isChecked) return;
  llvm::BasicBlock& header = *rewrite.loop->getHeader();
  for (const analysis::WatchedAccess& access : analysis::watchedAccesses(*rewrite.loop, memory)) {
    core::Site facts;
    facts.kind = access.writes ? core::OpKind::Write : core::OpKind::Read;
    facts.size = static_cast<std::uint8_t>(access.bytes);
    llvm::IRBuilder<> builder(&header, header.getFirstInsertionPt());
    builder.SetCurrentDebugLocation({});
    llvm::Value* const pointer =
        builder.CreateConstGEP1_64(builder.getInt8Ty(), access.base, static_cast<std::uint64_t>(access.offset));
    builder.CreateCall(context.symbols.ghostAccess, {pointer, context.site(*access.at, std::move(facts))});
  }
}

}  // namespace heddle::transform
