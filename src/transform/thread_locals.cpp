#include "transform/thread_locals.h"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/ReplaceConstant.h>

#include "core/hooks.h"
#include "transform/memory_image.h"

namespace heddle::transform {
namespace {

constexpr std::uint64_t kMostBytes = 256U << 20;  // each thread begins with a copy

// A function runs on one thread from start to end, so the block's address is
// read once.
class BlockAddresses {
 public:
  explicit BlockAddresses(llvm::GlobalVariable* tls) : tls_(tls) {}

  llvm::Value* of(llvm::Function& function, std::uint64_t offset) {
    llvm::Value*& block = blocks_[&function];
    if (!block) {
      llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
      block = builder.CreateLoad(builder.getPtrTy(), tls_);
    }
    llvm::IRBuilder<> builder(llvm::cast<llvm::Instruction>(block)->getNextNode());
    return builder.CreateConstGEP1_64(builder.getInt8Ty(), block, offset);
  }

 private:
  llvm::GlobalVariable* tls_;
  llvm::DenseMap<llvm::Function*, llvm::Value*> blocks_;
};

void replaceUses(llvm::GlobalVariable& variable, std::uint64_t offset, BlockAddresses& blocks) {
  llvm::convertUsersOfConstantsToInstructions({&variable});
  llvm::DenseMap<llvm::Function*, llvm::Value*> addresses;
  for (llvm::Use& use : llvm::make_early_inc_range(variable.uses())) {
    auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
    if (!user) continue;
    llvm::Value*& address = addresses[user->getFunction()];
    if (!address) address = blocks.of(*user->getFunction(), offset);
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    if (call && call->getIntrinsicID() == llvm::Intrinsic::threadlocal_address) {
      call->replaceAllUsesWith(address);
      call->eraseFromParent();
    } else {
      use.set(address);
    }
  }
  variable.replaceAllUsesWith(llvm::PoisonValue::get(variable.getType()));
  variable.eraseFromParent();
}

}  // namespace

std::optional<Diagnostic> moveThreadLocals(Context& context, core::ProgramInfo& info) {
  MemoryImage image(context.module);
  std::vector<std::pair<llvm::GlobalVariable*, std::uint64_t>> offsets;
  for (llvm::GlobalVariable& variable : context.module.globals()) {
    if (!variable.isThreadLocal()) continue;
    llvm::Type* type = variable.getValueType();
    llvm::Constant* initial =
        variable.hasInitializer() ? variable.getInitializer() : llvm::Constant::getNullValue(type);
    const llvm::Align align = variable.getAlign().value_or(context.module.getDataLayout().getPreferredAlign(&variable));
    offsets.emplace_back(&variable, image.place(initial, align, 0));
    const std::uint64_t end = offsets.back().second + context.module.getDataLayout().getTypeAllocSize(type);
    if (end > kMostBytes)
      return Diagnostic{"the thread_local variables need more than " + std::to_string(kMostBytes >> 20) +
                        " MiB: make '" + llvm::demangle(variable.getName()) + "' smaller"};
  }
  if (offsets.empty()) return std::nullopt;
  BlockAddresses blocks(context.symbols.tls);
  info.tlsSize = image.define(core::hooks::kTlsImage, 0);
  info.tlsAlign = image.align().value();
  for (const auto& [variable, offset] : offsets) replaceUses(*variable, offset, blocks);
  return std::nullopt;
}

}  // namespace heddle::transform
