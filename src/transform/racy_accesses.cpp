#include "transform/racy_accesses.h"

#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <bit>
#include <map>

#include "core/function_names.h"
#include "transform/shared_memory.h"
#include "transform/source_place.h"

namespace heddle::transform {
namespace {

constexpr llvm::StringLiteral kRacy = "heddle.racy";  // metadata of what a rule means
constexpr std::uint64_t kMostCopied = 256;            // bytes, as words

// Constants are never written to.
bool isOfConstant(const llvm::Instruction& access) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&access);
  return load && SharedMemory::constantTable(const_cast<llvm::Value*>(load->getPointerOperand()));
}

bool isPlain(const llvm::Instruction& access) {
  return llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::MemIntrinsic>(access) && !access.isAtomic() &&
         !isOfConstant(access) && !SharedMemory::isCompilerInit(access);
}

bool canBeAtomic(llvm::Type* type, llvm::Align alignment, const llvm::DataLayout& layout) {
  if (!type->isIntegerTy() && !type->isPointerTy() && !type->isFloatingPointTy()) return false;
  const std::uint64_t bits = layout.getTypeSizeInBits(type);
  return bits >= 8 && bits <= 128 && std::has_single_bit(bits) && alignment.value() * 8 >= bits;
}

template <typename Access>
bool relax(Access& access, llvm::Type* type) {
  if (!canBeAtomic(type, access.getAlign(), access.getDataLayout())) return false;
  // A local variable may be volatile to keep its value over a longjmp, too.
  if (!llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(access.getPointerOperand()))) access.setVolatile(false);
  access.setAtomic(llvm::AtomicOrdering::Monotonic);
  return true;
}

// A copy or a fill, as accesses of words.
class WordByWord {
 public:
  explicit WordByWord(llvm::MemIntrinsic& range)
      : range_(range), builder_(&range), transfer_(llvm::dyn_cast<llvm::MemTransferInst>(&range)) {
    if (const auto* length = llvm::dyn_cast<llvm::ConstantInt>(range.getLength())) length_ = length->getZExtValue();
    alignment_ = range.getDestAlign().valueOrOne();
    if (transfer_) alignment_ = std::min(alignment_, transfer_->getSourceAlign().valueOrOne());
  }

  bool rewrite() {
    if (length_ == 0 || length_ > kMostCopied) return false;
    std::vector<std::pair<std::uint64_t, llvm::Value*>> words;  // all is read before any is written: memmove
    for (std::uint64_t at = 0; at < length_; at += bytesAt(at)) words.emplace_back(at, valueAt(at));
    for (const auto& [at, value] : words)
      builder_.CreateAlignedStore(value, placeOf(range_.getDest(), at), llvm::Align(bytesAt(at)))
          ->setAtomic(llvm::AtomicOrdering::Monotonic);
    range_.eraseFromParent();
    return true;
  }

 private:
  std::uint64_t bytesAt(std::uint64_t at) const {
    const std::uint64_t aligned = at == 0 ? alignment_.value() : std::min(alignment_.value(), at & -at);
    return std::min({aligned, std::bit_floor(length_ - at), std::uint64_t{8}});
  }
  llvm::Value* placeOf(llvm::Value* start, std::uint64_t at) {
    return builder_.CreateConstGEP1_64(builder_.getInt8Ty(), start, at);
  }
  llvm::Value* valueAt(std::uint64_t at) {
    const std::uint64_t bytes = bytesAt(at);
    llvm::Type* type = builder_.getIntNTy(bytes * 8);
    if (!transfer_) {
      llvm::Value* byte = builder_.CreateZExt(llvm::cast<llvm::MemSetInst>(range_).getValue(), type);
      return builder_.CreateMul(byte, llvm::ConstantInt::get(type, 0x0101010101010101U >> (64 - bytes * 8)));
    }
    llvm::LoadInst* load = builder_.CreateAlignedLoad(type, placeOf(transfer_->getSource(), at), llvm::Align(bytes));
    if (!SharedMemory::constantTable(transfer_->getSource())) load->setAtomic(llvm::AtomicOrdering::Monotonic);
    return load;
  }

  llvm::MemIntrinsic& range_;
  llvm::IRBuilder<> builder_;
  llvm::MemTransferInst* transfer_;
  std::uint64_t length_ = 0;  // 0: not known
  llvm::Align alignment_;
};

bool relaxAccess(llvm::Instruction& access) {
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&access)) return relax(*load, load->getType());
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&access)) return relax(*store, store->getValueOperand()->getType());
  return WordByWord(llvm::cast<llvm::MemIntrinsic>(access)).rewrite();
}

// Whether no other thread has a pointer to it.
bool isOwn(const llvm::Value* pointer) {
  const llvm::Value* const object = llvm::getUnderlyingObject(pointer);
  const bool isLocal = llvm::isa<llvm::AllocaInst>(object) &&
                       !llvm::PointerMayBeCaptured(object, /*ReturnCaptures=*/true, /*StoreCaptures=*/true);
  return isLocal || SharedMemory::isVariadicArgument(pointer);
}

bool isOfOwnVariable(const llvm::Instruction& access) {
  if (const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&access)) return isOwn(pointer);
  const auto& range = llvm::cast<llvm::MemIntrinsic>(access);
  const auto* transfer = llvm::dyn_cast<llvm::MemTransferInst>(&range);
  return isOwn(range.getDest()) && (!transfer || isOwn(transfer->getSource()));
}

// A mark has two numbers: of the rule and of the access. Copies of an access, inlined here and there, are one access.
struct Mark {
  unsigned rule = 0, access = 0;
};

void mark(llvm::Instruction& access, Mark marked) {
  llvm::Type* number = llvm::Type::getInt32Ty(access.getContext());
  const auto asMetadata = [&](unsigned value) {
    return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(number, value));
  };
  access.setMetadata(kRacy,
                     llvm::MDNode::get(access.getContext(), {asMetadata(marked.rule), asMetadata(marked.access)}));
}

Mark markOf(const llvm::MDNode& node) {
  const auto number = [&](unsigned i) {
    return static_cast<unsigned>(llvm::mdconst::extract<llvm::ConstantInt>(node.getOperand(i))->getZExtValue());
  };
  return {number(0), number(1)};
}

}  // namespace

RacyAccesses::RacyAccesses(llvm::Module& module, const RacyCode& racy) : racy_(racy) {
  if (racy.volatileIsRelaxed) rules_.push_back({"--volatile relaxed", 0, 0, {}});
  for (const Suppression& suppression : racy.suppressions) rules_.push_back({suppression.text(), 0, 0, {}});
  if (rules_.empty()) return;
  SourcePlaces places;
  for (llvm::Function& function : module)
    for (llvm::Instruction& access : llvm::instructions(function)) {
      if (!isPlain(access)) continue;
      Written written = writtenAt(access, places);
      const auto rule = ruleFor(access, written);
      if (!rule) continue;
      mark(access, {*rule, static_cast<unsigned>(functions_.size())});
      functions_.push_back(std::move(written.function));
    }
}

// The first rule that means it.
std::optional<unsigned> RacyAccesses::ruleFor(const llvm::Instruction& access, const Written& written) const {
  const unsigned first = racy_.volatileIsRelaxed ? 1 : 0;
  if (first == 1 && access.isVolatile()) return 0;
  for (unsigned i = 0; i < racy_.suppressions.size(); ++i) {
    const Suppression& rule = racy_.suppressions[i];
    if (rule.of == Suppression::Of::File ? matchesGlob(rule.glob, written.file)
                                         : matchesGlob(rule.glob, written.function) ||
                                               matchesGlob(rule.glob, core::withoutTemplateArguments(written.function)))
      return first + i;
  }
  return std::nullopt;
}

RacyAccesses::Written RacyAccesses::writtenAt(const llvm::Instruction& access, SourcePlaces& places) {
  const llvm::DILocation* const at = access.getDebugLoc().get();
  const llvm::DISubprogram* const written =
      at ? at->getScope()->getSubprogram() : access.getFunction()->getSubprogram();
  if (!written) return {places.of(*access.getFunction()).function, ""};
  return {qualifiedName(written->getScope(), written->getName()),
          places.pathOf(at ? at->getFile() : written->getFile())};
}

void RacyAccesses::relax(llvm::Module& module) {
  if (rules_.empty()) return;
  std::vector<llvm::Instruction*> accesses;
  for (llvm::Function& function : module)
    for (llvm::Instruction& access : llvm::instructions(function))
      if (access.getMetadata(kRacy)) accesses.push_back(&access);
  std::map<unsigned, bool> isRelaxed;  // by access: every copy of it
  std::map<unsigned, unsigned> ruleOf;
  for (llvm::Instruction* const access : accesses) {
    const Mark marked = markOf(*access->getMetadata(kRacy));
    access->setMetadata(kRacy, nullptr);
    if (isOfOwnVariable(*access)) continue;
    ruleOf[marked.access] = marked.rule;
    const auto [known, isNew] = isRelaxed.try_emplace(marked.access, true);
    known->second &= relaxAccess(*access);
  }
  for (const auto& [access, relaxed] : isRelaxed) {
    core::SetAside& rule = rules_[ruleOf[access]];
    ++(relaxed ? rule.accesses : rule.stayPlain);
    if (std::ranges::find(rule.functions, functions_[access]) == rule.functions.end())
      rule.functions.push_back(functions_[access]);
  }
}

}  // namespace heddle::transform
