#include "transform/inline_assembly.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsAArch64.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/Support/Regex.h>

#include <algorithm>
#include <array>
#include <optional>

namespace heddle::transform {
namespace {

constexpr std::array<llvm::StringLiteral, 8> kSpinHints = {"pause",  "yield",   "nop",       "isb",
                                                           "isb sy", "rep nop", "rep pause", "hint #1"};
constexpr std::array<llvm::StringLiteral, 3> kBarriers = {"mfence", "lfence", "sfence"};

// One line, lower case, one blank between words, `;` as a blank.
std::string normalised(llvm::StringRef text) {
  std::string result;
  for (const char c : text.trim(" \t\n;")) {
    const char plain = std::isspace(static_cast<unsigned char>(c)) || c == ';' ? ' ' : llvm::toLower(c);
    if (plain != ' ' || (!result.empty() && result.back() != ' ')) result.push_back(plain);
  }
  return result;
}

bool isFullBarrier(llvm::StringRef text) {
  static const llvm::Regex dmb("^d[ms]b (ish|osh|nsh)?(ld|st|sy)?$");
  static const llvm::Regex lockedNoOp(R"(^lock (add|or)[lq]? \$\$0x?0?, ?-?[0-9]*\(%[re]sp\)$)");
  return std::ranges::find(kBarriers, text) != kBarriers.end() || dmb.match(text) || lockedNoOp.match(text);
}

// For each output of empty assembly, the argument it is tied to ("+r"(x)).
std::optional<std::vector<llvm::Value*>> tiedValues(const llvm::CallBase& call) {
  const auto* assembly = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
  std::vector<llvm::Value*> values;
  unsigned argument = 0, outputs = 0;
  std::vector<std::pair<int, llvm::Value*>> ties;
  for (const auto& constraint : assembly->ParseConstraints()) {
    if (constraint.Type == llvm::InlineAsm::isClobber) continue;
    if (constraint.Type == llvm::InlineAsm::isLabel) return std::nullopt;
    const bool isOutput = constraint.Type == llvm::InlineAsm::isOutput;
    if (isOutput && !constraint.isIndirect) {
      ++outputs;
      continue;
    }
    llvm::Value* value = call.getArgOperand(argument++);
    int tied = -1;
    if (!isOutput && constraint.Codes.size() == 1 && !llvm::StringRef(constraint.Codes[0]).getAsInteger(10, tied)) {
      ties.emplace_back(tied, value);
    }
  }
  for (unsigned output = 0; output < outputs; ++output) {
    const auto tie = std::ranges::find(ties, static_cast<int>(output), &std::pair<int, llvm::Value*>::first);
    if (tie == ties.end()) return std::nullopt;
    values.push_back(tie->second);
  }
  return values;
}

KnownAsm classifyIntrinsic(const llvm::IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::x86_sse2_pause:
    case llvm::Intrinsic::aarch64_hint:
    case llvm::Intrinsic::aarch64_isb: return KnownAsm::SpinHint;
    case llvm::Intrinsic::x86_sse2_mfence:
    case llvm::Intrinsic::x86_sse2_lfence:
    case llvm::Intrinsic::x86_sse_sfence:
    case llvm::Intrinsic::aarch64_dmb:
    case llvm::Intrinsic::aarch64_dsb: return KnownAsm::FullBarrier;
    default: return KnownAsm::Unknown;
  }
}

void replaceBarrier(llvm::CallBase& call) {
  const auto values = tiedValues(call);
  if (call.getType()->isVoidTy()) return;
  llvm::IRBuilder<> builder(&call);
  if (!call.getType()->isStructTy()) {
    call.replaceAllUsesWith(builder.CreateBitOrPointerCast(values->front(), call.getType()));
    return;
  }
  llvm::Value* result = llvm::PoisonValue::get(call.getType());
  for (unsigned i = 0; i < values->size(); ++i) result = builder.CreateInsertValue(result, (*values)[i], i);
  call.replaceAllUsesWith(result);
}

void replace(llvm::CallBase& call, KnownAsm meaning, Context& context) {
  llvm::IRBuilder<> builder(&call);
  if (meaning == KnownAsm::SpinHint) builder.CreateCall(context.symbols.yield, {context.site(call, {})});
  if (meaning == KnownAsm::FullBarrier) builder.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent);
  if (meaning == KnownAsm::CompilerBarrier) replaceBarrier(call);
  call.eraseFromParent();
}

}  // namespace

KnownAsm classify(const llvm::CallBase& call) {
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) return classifyIntrinsic(*intrinsic);
  if (!call.isInlineAsm() || !llvm::isa<llvm::CallInst>(call)) return KnownAsm::Unknown;
  const std::string text = normalised(llvm::cast<llvm::InlineAsm>(call.getCalledOperand())->getAsmString());
  if (text.empty()) return tiedValues(call) ? KnownAsm::CompilerBarrier : KnownAsm::Unknown;
  if (!call.getType()->isVoidTy()) return KnownAsm::Unknown;
  if (std::ranges::find(kSpinHints, llvm::StringRef(text)) != kSpinHints.end()) return KnownAsm::SpinHint;
  return isFullBarrier(text) ? KnownAsm::FullBarrier : KnownAsm::Unknown;
}

void replaceKnownAssembly(llvm::Function& function, Context& context) {
  for (llvm::BasicBlock& block : function) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const KnownAsm meaning = call ? classify(*call) : KnownAsm::Unknown;
      if (meaning != KnownAsm::Unknown) replace(*call, meaning, context);
    }
  }
}

}  // namespace heddle::transform
