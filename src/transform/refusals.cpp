#include "transform/refusals.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/GlobalIFunc.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include "core/hooks.h"
#include "transform/atomics.h"
#include "transform/inline_assembly.h"
#include "transform/source_place.h"

namespace heddle::transform {
namespace {

Diagnostic at(const llvm::Instruction& instruction, const std::string& what) {
  SourcePlaces places;
  const SourcePlace place = places.of(instruction);
  std::string where = place.file.empty() ? "function " + place.function : place.file + ":" + std::to_string(place.line);
  return {where + ": " + what};
}

std::optional<Diagnostic> brokenModule(const llvm::Module& module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (!llvm::verifyModule(module, &stream)) return std::nullopt;
  return Diagnostic{"the input is not valid LLVM IR: " + text.substr(0, text.find('\n'))};
}

std::optional<Diagnostic> badModule(const llvm::Module& module) {
  const llvm::Function* main = module.getFunction(core::hooks::kMain);
  if (!main || main->isDeclaration()) {
    return Diagnostic{"the program has no function 'main': name all source files that belong to it"};
  }
  if (!module.ifuncs().empty()) {
    return Diagnostic{"'" + module.ifuncs().begin()->getName().str() +
                      "' is an ifunc, which Heddle cannot resolve: select the implementation at compile time"};
  }
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(module.getModuleInlineAsm()).split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (const llvm::StringRef line : lines) {
    // libstdc++ only names a symbol that it wants linked.
    if (line.trim().starts_with(".globl") || line.trim().empty()) continue;
    return Diagnostic{"assembly at file level cannot be checked: '" + line.trim().str() +
                      "'; compile it out, for example with -D and #ifdef"};
  }
  return std::nullopt;
}

// Intrinsics with pointers that are handled, or that touch no memory of the
// program.
bool isHarmless(const llvm::IntrinsicInst& call) {
  if (llvm::isa<llvm::MemIntrinsic, llvm::DbgInfoIntrinsic>(call)) return true;
  if (!call.mayReadOrWriteMemory() || call.onlyAccessesInaccessibleMemory()) return true;
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::lifetime_start:
    case llvm::Intrinsic::lifetime_end:
    case llvm::Intrinsic::invariant_start:
    case llvm::Intrinsic::invariant_end:
    case llvm::Intrinsic::launder_invariant_group:
    case llvm::Intrinsic::strip_invariant_group:
    case llvm::Intrinsic::vastart:
    case llvm::Intrinsic::vaend:
    case llvm::Intrinsic::vacopy:
    case llvm::Intrinsic::stacksave:
    case llvm::Intrinsic::stackrestore:
    case llvm::Intrinsic::prefetch:
    case llvm::Intrinsic::assume:
    case llvm::Intrinsic::trap:
    case llvm::Intrinsic::ubsantrap:
    case llvm::Intrinsic::debugtrap:
    case llvm::Intrinsic::var_annotation:
    case llvm::Intrinsic::ptr_annotation:
    case llvm::Intrinsic::experimental_noalias_scope_decl: return true;
    default: break;
  }
  return llvm::none_of(call.args(), [](const llvm::Use& use) { return use->getType()->isPtrOrPtrVectorTy(); });
}

bool countsCycles(const llvm::IntrinsicInst& call) {
  return call.getIntrinsicID() == llvm::Intrinsic::readcyclecounter ||
         call.getIntrinsicID() == llvm::Intrinsic::readsteadycounter;
}

std::optional<Diagnostic> badCall(const llvm::CallBase& call) {
  if (call.isInlineAsm() && classify(call) == KnownAsm::Unknown) {
    const auto text = llvm::cast<llvm::InlineAsm>(call.getCalledOperand())->getAsmString();
    return at(call, "inline assembly cannot be checked: '" + llvm::StringRef(text).trim().str() +
                        "'; write it in C (atomics, fences), or compile it out with -D and #ifdef");
  }
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
  if (intrinsic && countsCycles(*intrinsic))
    return at(call,
              "the processor's cycle counter differs from run to run: use clock_gettime or std::chrono, which tell "
              "the program's own time");
  if (intrinsic && classify(call) == KnownAsm::Unknown && !isHarmless(*intrinsic)) {
    return at(call, "the operation " + intrinsic->getCalledFunction()->getName().str() +
                        " on memory is not supported: write it with ordinary loads and stores");
  }
  return std::nullopt;
}

bool hasSupportedSize(const llvm::Instruction& instruction) {
  const llvm::Type* type = llvm::getLoadStoreType(const_cast<llvm::Instruction*>(&instruction));
  const auto bits = instruction.getDataLayout().getTypeSizeInBits(const_cast<llvm::Type*>(type));
  return bits == 8 || bits == 16 || bits == 32 || bits == 64 || bits == 128;
}

std::optional<Diagnostic> badInstruction(const llvm::Instruction& instruction) {
  const auto isScalable = [](llvm::Type* type) { return llvm::isa<llvm::ScalableVectorType>(type); };
  if (isScalable(instruction.getType()) ||
      llvm::any_of(instruction.operands(), [&](const llvm::Use& use) { return isScalable(use->getType()); })) {
    return at(instruction, "scalable vectors (SVE, RVV) are not supported: compile without them");
  }
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return badCall(*call);
  if (const auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction); rmw && !ruleOf(*rmw)) {
    return at(instruction, "atomic arithmetic on this type is not supported: use float, double or an integer");
  }
  if (instruction.isAtomic() && llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction) &&
      !hasSupportedSize(instruction)) {
    return at(instruction, "atomic accesses of this size are not supported: use 1, 2, 4, 8 or 16 bytes");
  }
  return std::nullopt;
}

}  // namespace

std::optional<Diagnostic> findRefusal(const llvm::Module& module) {
  if (auto problem = brokenModule(module)) return problem;
  if (auto problem = badModule(module)) return problem;
  for (const llvm::Function& function : module) {
    for (const llvm::BasicBlock& block : function) {
      for (const llvm::Instruction& instruction : block) {
        if (auto problem = badInstruction(instruction)) return problem;
      }
    }
  }
  return std::nullopt;
}

}  // namespace heddle::transform
