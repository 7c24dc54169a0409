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

// Registers, numbers, and what is tied to another operand; no memory.
bool hasOnlyRegisters(const llvm::InlineAsm& assembly) {
  static const llvm::Regex allowed("^([rwxyqabcdSDRinIJKLMNeZ]|[0-9]+|\\{.*\\})$");
  return std::ranges::all_of(assembly.ParseConstraints(), [](const llvm::InlineAsm::ConstraintInfo& constraint) {
    return constraint.Type != llvm::InlineAsm::isLabel && !constraint.isIndirect && !constraint.isMultipleAlternative &&
           std::ranges::all_of(constraint.Codes, [](const std::string& code) { return allowed.match(code); });
  });
}

// Instructions that read and write registers, and can go wrong in no way. On x86 with the letter of their size.
#if defined(__aarch64__)
constexpr char kComputes[] =
    "^(nop|mov|movz|movk|movn|mvn|neg|negs|adds?|subs?|adcs?|sbcs?|ands?|orr|orn|eor|eon|bics?|mul|madd|msub|mneg|"
    "[us]mull|[us]mulh|[us]div|lsl|lsr|asr|ror|clz|cls|rbit|rev|rev16|rev32|extr|[us]bfx|[us]bfiz|bfi|bfxil|"
    "[us]xt[bhw]|cmp|cmn|tst|ccmp|ccmn|csel|cset|csetm|csinc|csinv|csneg|cinc|cinv|cneg|crc32c?[bhwx])$";
constexpr char kNotWith[] = "\\[|=|lo12|(^|[^a-z0-9])(w?sp|[xw](18|19|29|30)|lr|fp)([^a-z0-9]|$)";
#else
constexpr char kComputes[] =
    "^(nop|(mov|lea|add|sub|adc|sbb|inc|dec|neg|not|and|or|xor|imul|mul|shl|sal|shr|sar|rol|ror|shld|shrd|xchg|cmp|"
    "test|"
    "bsf|bsr|bt|bts|btr|btc|bswap|popcnt|lzcnt|tzcnt|andn|pdep|pext|crc32)[bwlq]?|mov[sz][bwl]?[wlq]|set[a-z]+|cmov[a-"
    "z]+)$";
constexpr char kNotWith[] = "\\[|%[re]?(sp|bp|bx)|%[c-gs]s([^i]|$)|[(]";
#endif

// Operands of the assembly, registers and numbers. A name or a bare number is an address on x86, and `lea` computes one
// without using it.
bool areValues(llvm::StringRef name, llvm::StringRef operands) {
  static const llvm::Regex notWith(kNotWith), address(R"(^-?[0-9]*\([^()]*\) *, *[$%])"), elsewhere("rip|[re][sb]p");
  if (name.starts_with("lea")) return address.match(operands) && !elsewhere.match(operands);
  if (notWith.match(operands)) return false;
#if defined(__aarch64__)
  return true;
#else
  llvm::SmallVector<llvm::StringRef> all;
  operands.split(all, ',', -1, false);
  return llvm::all_of(all, [](llvm::StringRef one) { return one.trim().find_first_of("$%") == 0; });
#endif
}

bool onlyComputes(llvm::StringRef text) {
  static const llvm::Regex computes(kComputes);
  llvm::SmallVector<llvm::StringRef> statements;
  llvm::SplitString(text, statements, "\n;");
  return llvm::all_of(statements, [](llvm::StringRef statement) {
    const std::string lower = statement.trim().lower();
    const std::size_t end = std::min(lower.find_first_of(" \t"), lower.size());
    const llvm::StringRef name(lower.data(), end);
    return name.empty() || (computes.match(name) && areValues(name, llvm::StringRef(lower).drop_front(end).trim()));
  });
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
  const auto& assembly = *llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
  const std::string text = normalised(assembly.getAsmString());
  if (text.empty()) return tiedValues(call) ? KnownAsm::CompilerBarrier : KnownAsm::Unknown;
  const bool hasResult = !call.getType()->isVoidTy();
  if (!hasResult && std::ranges::find(kSpinHints, llvm::StringRef(text)) != kSpinHints.end()) return KnownAsm::SpinHint;
  if (!hasResult && isFullBarrier(text)) return KnownAsm::FullBarrier;
  return hasOnlyRegisters(assembly) && onlyComputes(assembly.getAsmString()) ? KnownAsm::Computation
                                                                             : KnownAsm::Unknown;
}

void replaceKnownAssembly(llvm::Function& function, Context& context) {
  for (llvm::BasicBlock& block : function) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const KnownAsm meaning = call ? classify(*call) : KnownAsm::Unknown;
      if (meaning != KnownAsm::Unknown && meaning != KnownAsm::Computation) replace(*call, meaning, context);
    }
  }
}

}  // namespace heddle::transform
